"""Score pads with any rows, seats and teams, and papers to print them on."""

from __future__ import annotations

from hypothesis import strategies as st

from deckwright.press.documents.content import Pad, PadRow

WORDS = st.sampled_from(["Ice", "Own tokens on completed projects", "Carte-Dataset sensibles", "À soi"])
ROWS = st.lists(
    st.tuples(WORDS, st.sampled_from(["", "2 · 8 · 18"]), st.sampled_from(["", "mdi:fire"])).map(
        lambda row: PadRow(*row)
    ),
    min_size=1,
    max_size=9,
)
PAPERS = st.sampled_from([(210.0, 297.0), (215.9, 279.4), (297.0, 420.0), (148.0, 210.0)])


def pad_of(rows, seats, teams=0):
    rows = (*rows, PadRow("Total", sort="total"))
    heads = tuple(f"Team {number + 1}" for number in range(teams))
    return Pad("Frogs", "Pond", rows, seats, heads, "Date", "Name", "In a tie, the victory is shared.", "en")
