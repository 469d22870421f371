"""A game with several faces for the cards of one kind."""

from __future__ import annotations

from textwrap import dedent

import pytest

GAME = """
    id: coils
    title: Coils
    source_language: en
    languages: [en]
    fields: {power: {title: Power, type: integer}}
    kinds:
      coil:
        name: Coil
        optional: [power]
        face:
          - {when: "power>=3", face: strong}
          - {when: "id:two", face: special}
        back: [{when: "id:two", face: other-side}]
"""
CARD_LIST = """
    defaults: {kind: coil}
    cards:
      - {id: one, name: One, fields: {power: 1}}
      - {id: two, name: Two, fields: {power: 2}}
      - {id: three, name: Three, fields: {power: 3}}
"""
FACE = 'extends: base\nbacks_differ: DIFFER\nleaves_out: [power]\nboxes: [{text: "WORD {name}", at: [6, 6, 50, 9], style: name}]\n'
FACES = {"strong": "Strong", "special": "Special", "other-side": "Behind"}


@pytest.fixture
def coils(tmp_path):
    """Write the game; `change` replaces a part of its game.yaml, and backs `differ` on purpose."""

    def write(change=("", ""), *, differ="true"):
        files = {"game.yaml": dedent(GAME).replace(*change), "cards/c.yaml": dedent(CARD_LIST)}
        files |= {
            f"faces/{name}.yaml": FACE.replace("WORD", word).replace("DIFFER", differ)
            for name, word in FACES.items()
        }
        for name, text in files.items():
            file = tmp_path / "coils" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return tmp_path / "coils"

    return write
