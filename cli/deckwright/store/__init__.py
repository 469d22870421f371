"""The card database: its tables, loading games into it, reading and searching them."""
