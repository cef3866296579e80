"""The Speicherstadt (2010) and its expansion Kaispeicher (2012)."""
