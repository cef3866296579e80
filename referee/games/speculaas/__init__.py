"""Speculaas and its expansion Café: a draft in simultaneous turns, a tableau, and seven ways to score it."""
