"""Pebbles: a made-up game, small enough to be read at once, as another package would bring it."""
