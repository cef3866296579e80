"""The transcript: from bytes to a sound envelope and moves, with the place of every fault, and back to bytes."""
