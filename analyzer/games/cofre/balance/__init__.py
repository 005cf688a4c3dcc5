"""What Cofre offers to those who design or doubt its rules, see `analyzer.games.balance`."""
