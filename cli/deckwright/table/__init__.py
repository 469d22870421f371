"""The table at the start of a game: piles, deals, zones, odds, hands, seeds."""
