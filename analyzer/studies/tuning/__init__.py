"""The parts of `studies.tune`: what is searched, how, on which deals, and what is kept of it."""
