"""Shows what a study found: on the terminal, as figures, tables and a folder. Reads results, never plays."""
