"""The rules, one file for each phase of a round, in the order of the rulebook."""
