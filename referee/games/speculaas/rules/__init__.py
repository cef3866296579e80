"""The rules, one file for each page of the game: setup, turns, draft, tableau, honey, end, claims."""
