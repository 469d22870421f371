"""The table at the start of a game: piles, deals, odds, hands, efforts, seeds."""
