"""What every kernel shares: random streams, bit tricks, shuffling and packed card sets, all jitted."""
