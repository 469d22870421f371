"""A face that is changed anywhere is either refused with a place, or prints."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError
from deckwright.press.faces.face_file import face_reader, load_face
from deckwright.press.faces.game_names import check_face_in_game

VALUES = [
    None,
    True,
    -1,
    0,
    3.5,
    1e6,
    "",
    "x",
    "ink",
    "{name}",
    "{tech",
    "#112233",
    "tech>=2",
    "mdi:cog",
    [],
    [1, 2],
    {},
]
FACES = {
    "monster": "krol-chief",
    "tool": "minimum-viable-product",
    "hack": "hype-wave",
    "opportunity": "talk-to-dolphins",
}


def paths(value, path=()):
    """Yield the way to every part of a value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


def changed(value, path, other):
    value = deepcopy(value)
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = other
    return value


@pytest.mark.parametrize("name", FACES)
@given(data=st.data())
def test_a_face_changed_anywhere_is_refused_or_prints(job_of, sheets_of, name, data):
    job = job_of("data-monsters", "it", cards=lambda card: card.id == FACES[name])
    value = job.faces[name].documents[-1].value
    path = data.draw(st.sampled_from(list(paths(value))))
    text = json.dumps(changed(value, path, data.draw(st.sampled_from(VALUES))))
    try:
        face = load_face("mine", face_reader({"faces/mine.yaml": text.encode()}))
    except InputError as fault:
        refused = fault
    else:
        if not check_face_in_game(face, job.game, job.assets):
            job = replace(job, faces={name: face}, low_ink=data.draw(st.booleans()))
            assert sheets_of(job).printed.cards == 1
        return
    assert refused.where is not None or refused.code == "no-face"
