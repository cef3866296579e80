"""Proving a referee right, ours or another's: made-up games, near misses, what a corpus exercises, and the test suite."""
