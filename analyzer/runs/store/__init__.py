"""Keeps the finished blocks of runs in a file, so that no game need ever be played twice."""
