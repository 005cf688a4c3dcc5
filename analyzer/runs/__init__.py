"""Plays the games of a run in blocks on all cores, and merges what they add up to."""
