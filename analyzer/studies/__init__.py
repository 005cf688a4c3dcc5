"""Questions that the program answers. A study plays games and returns a result; it shows nothing itself."""
