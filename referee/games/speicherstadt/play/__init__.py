"""Made-up players: how they place, buy, load and use their cards. Only generated games need them."""
