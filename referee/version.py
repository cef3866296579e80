"""The version of the referee; reading the package's metadata at every start would cost more than it is worth."""

VERSION = "0.1.0"
