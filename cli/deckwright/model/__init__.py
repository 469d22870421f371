"""Plain values: games, cards, decks, rules, queries and findings. Nothing here reads or writes."""
