"""The table at the start of a game: piles, built for a number of players and shuffled by a seed."""
