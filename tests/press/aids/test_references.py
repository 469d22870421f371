"""The sections of a reference card flow over its sides, and none is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.press.aids.pen import Pen
from deckwright.press.aids.references import SIZE, draw_side, flowed
from deckwright.press.aids.values import Item, Reference, Section
from deckwright.press.parts import Text

ITEMS = st.lists(
    st.builds(
        Item,
        st.sampled_from(["Unique.", "Global.", "Once per turn."]),
        st.sampled_from(
            ["Only one copy may be in a deck.", "It lies in the market until your next turn begins."]
        ),
        st.sampled_from(["", "mdi:earth"]),
        st.sampled_from([("3",), ("4", "5")]),
    ),
    min_size=1,
    max_size=7,
).map(tuple)
SECTIONS = st.lists(
    st.one_of(
        st.builds(Section, st.just("Marks"), ITEMS, st.just("list"), st.just(())),
        st.builds(Section, st.just("Icons"), ITEMS, st.just("grid"), st.just(())),
        st.builds(Section, st.just("Set-up"), ITEMS, st.just("table"), st.just(("Players", "2", "3"))),
    ),
    min_size=1,
    max_size=6,
)


def words(parts):
    said = [run.text for part in parts if isinstance(part, Text) for line in part.lines for run in line.runs]
    return "".join(said).replace(" ", "")


@settings(max_examples=20)
@given(sections=SECTIONS)
def test_every_section_is_on_one_side_or_a_finding_tells_of_it(sections):
    reference = Reference("Frogs", "Reference card", tuple(sections), "en")
    pen = Pen("en", {})
    flow = flowed(reference, pen)
    sides = [list(draw_side(reference, flow, number, pen)) for number in range(len(flow.sides))]
    said = "".join(map(words, sides))
    for section in sections:
        assert said.count(section.title) >= sum(other.title == section.title for other in sections)
        for item in section.items:
            assert item.name.replace(" ", "") in said
    for part in (part for side in sides for part in side if isinstance(part, Text)):
        low = max(line.y for line in part.lines)
        assert low <= SIZE[1] - 2 or pen.findings
        assert all(4 <= run.start <= SIZE[0] - 4 for line in part.lines for run in line.runs)


def test_a_short_card_has_one_side_in_full_size():
    reference = Reference("Frogs", "", (Section("Marks", (Item("Unique.", "Only one."),)),), "en")
    flow = flowed(reference, Pen("en", {}))
    assert (len(flow.sides), flow.scale) == (1, 1.0)


def test_what_has_no_room_on_two_sides_is_a_finding_and_drawn():
    items = tuple(Item(f"Mark {number}.", "It lies in the market until your turn.") for number in range(80))
    reference = Reference("Frogs", "", (Section("Marks", items),), "en")
    pen = Pen("en", {})
    flow = flowed(reference, pen)
    assert [finding.rule for finding in pen.findings] == ["overflow"]
    assert sum(map(len, flow.sides)) == 81
