"""The names of pictures in a face: checked at their place, whatever the game's folder holds."""

import pytest

from deckwright.errors import InputError
from deckwright.press.faces.game_names import check_face_in_game

ASSETS = {"pictures/forest.png": b"", "pictures/pond.jpg": b""}


@pytest.mark.parametrize(
    ("box", "column"),
    [
        ("picture: ../forest.png", 13),
        ("picture: /etc/passwd", 13),
        ("picture: '..'", 13),
        ("picture: art/forest.png", 13),
        ("picture: '..\\forest.png'", 13),
        ("picture: 'C:forest.png'", 13),
        ("picture: '{kind:tool}.png'", 13),
        ("picture: '{mdi:cog}'", 13),
        ("picture: '*.png'", 13),
        ("picture: '{id}.gif', missing: nothing", 13),
        ("picture: forest.tiff", 13),
        ("picture: '{id}.png', missing: ../a.png", 34),
        ("picture: {by: level, else: ../a.png}", 31),
        ("picture: forest.png, languages: {fr: {picture: a/b.png}}", 51),
        ("group: [{picture: a/b.png, at: card}]", 22),
    ],
)
def test_a_path_is_no_name_of_a_picture(read_face, box, column):
    with pytest.raises(InputError) as caught:
        read_face(f"boxes:\n- {{{box}, at: card}}")
    (finding,) = caught.value.findings
    assert (finding.rule, finding.where.line, finding.where.column) == ("picture-name", 2, column)


@pytest.mark.parametrize(
    "box",
    [
        "picture: 3",
        "picture: ''",
        "picture: [a.png]",
        "picture: a.png, fit: shrink",
        "picture: a.png, align: middle",
        "picture: a.png, opacity: 1.5",
        "picture: a.png, colour: ink",
        "picture: a.png, text: b",
        "picture: {level: a.png}",
    ],
)
def test_what_a_picture_box_cannot_say_is_refused(read_face, box):
    with pytest.raises(InputError) as caught:
        read_face(f"boxes:\n- {{{box}, at: card}}")
    assert all(one.where.line == 2 for one in caught.value.findings)


@pytest.mark.parametrize(
    ("box", "faults"),
    [
        ("picture: forest.png", []),
        ("picture: '{id}.png'", []),
        ("picture: '{id}.png', missing: nothing", []),
        ("picture: '{id}.png', missing: pond.jpg", []),
        ("picture: {by: level, junior: forest.png, senior: pond.jpg}", []),
        ("picture: forrest.png", [("unknown-picture", 13, "Did you mean forest.png?")]),
        ("picture: '{id}.png', missing: pond.png", [("unknown-picture", 34, "Did you mean pond.jpg?")]),
        ("picture: '{idd}.png'", [("unknown-field", 13, "idd")]),
        ("picture: {by: level, junior: forest.png}", [("missing-case", 13, "senior")]),
        ("picture: {by: lone, else: woods.png}", [("unknown-picture", 30, "woods.png")]),
        (
            "picture: x.png, languages: {fr: {picture: y.png}}",
            [("unknown-picture", 13, "x"), ("unknown-picture", 46, "y")],
        ),
    ],
)
def test_a_picture_is_one_that_the_game_brings(read_face, small_game, box, faults):
    findings = check_face_in_game(read_face(f"boxes:\n- {{{box}, at: card}}"), small_game, ASSETS)
    assert [(one.rule, one.where.column) for one in findings] == [
        (rule, column) for rule, column, _ in faults
    ]
    assert all(excerpt in one.message for one, (*_, excerpt) in zip(findings, faults, strict=True))
