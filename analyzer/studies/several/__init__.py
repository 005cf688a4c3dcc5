"""How do several runs differ? Puts stored results side by side, whatever studies they are of."""
