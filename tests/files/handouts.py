"""Files that go out to translators: any there can be, and what must come back of them."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st

from deckwright.files.handout_formats import FORMATS
from deckwright.model.translation import (
    IncomingMessage,
    Message,
    OutgoingFile,
    OutgoingMessage,
    Waiver,
    comment_lines,
    text_and_state,
)

_PIECES = [
    "{tech}",
    "{sci}",
    "**",
    "=1+1",
    "+1 ",
    "-",
    "@",
    "'",
    "''+",
    '"',
    ";",
    ",",
    "\t",
    "\n",
    "&amp;",
    "<b>",
    "_x0041_",
    "]]>",
    "﻿",
    "«\u00a0é\u202f»",
    "12",
    "2026-01-31",
    " ",
    "TRUE",
    "𝄞",
]
_LETTERS = st.characters(blacklist_categories=["Cs", "Cc", "Cf"], blacklist_characters="\ufffe\uffff")
texts = st.lists(
    st.sampled_from(_PIECES) | st.text(_LETTERS, min_size=1, max_size=5), min_size=1, max_size=6
).map("".join)
_lines = (
    st.text(_LETTERS, min_size=1, max_size=12)
    .map(str.strip)
    .filter(lambda line: line and line.splitlines() == [line] and ":" not in line)
)


@st.composite
def entries(draw, number):
    state = draw(st.sampled_from(["missing", "machine", "stale", "draft", "reviewed", "unsure"]))
    return Message(
        context=draw(st.sampled_from([f"card-{number}.text", f"kind:tool-{number}", f"field:a.{number}"])),
        source=draw(texts),
        text="" if state == "missing" else draw(texts),
        state="draft" if state == "unsure" else state,
        previous=draw(texts) if state == "stale" else "",
        by=draw(st.sampled_from(["", "Anna"])),
        at=draw(st.sampled_from(["", "2026-11-20"])),
        waivers=draw(st.sampled_from([(), (Waiver("icons", "drawn in the art"),)])),
        notes=tuple(draw(st.lists(_lines, max_size=2, unique=True))),
        unsure=state == "unsure",
    ).pinned()


@st.composite
def handouts(draw):
    given = [
        OutgoingMessage(
            draw(entries(number)), tuple(draw(st.lists(_lines, max_size=2))), draw(st.just("") | texts)
        )
        for number in range(draw(st.integers(1, 4)))
    ]
    return handout(*given)


def handout(*given):
    return OutgoingFile("data-monsters", "Data Monsters", "en", "fr", "it", "2026-11-21", given)


def small(**more):
    """A file of one entry."""
    entry = Message("krol.text", "Gain {tech} 2.", "Recevez {tech} 2.", "draft")
    return handout(OutgoingMessage(entry._replace(**more), ("Monster",), "Ricevi {tech} 2."))


def expected(given):
    """Describe what an entry must come back as, if nobody has touched it; but for its place."""
    entry = given.entry
    comments = comment_lines(entry)
    if entry.state == "reviewed":  # these formats have a place for the state
        comments = ("state: reviewed", *comments[1:])
    return IncomingMessage(
        context=entry.context,
        source=entry.source,
        text=entry.text,
        is_fuzzy=entry.unsure or entry.state in {"machine", "stale"},
        previous=entry.previous,
        comments=comments,
        given=text_and_state(entry),
    )


def check_round_trip(handout, file):
    form = FORMATS[Path(file).suffix]
    came = form.read(form.write(handout), file)
    assert (came.file, came.game, came.language, came.translator) == (file, "data-monsters", "fr", "")
    assert [entry._replace(where=None) for entry in came.entries] == [
        expected(one) for one in handout.entries
    ]
    return came
