"""What changes of the rules do to a game: who wins, how long it lasts, how much skill and luck there is in it."""
