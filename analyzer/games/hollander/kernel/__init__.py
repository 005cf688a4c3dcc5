"""The fast engine: jitted, and used by everything that plays."""
