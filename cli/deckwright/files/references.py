"""Names that files refer to: what is said of one that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.files.font_icons import icon_names
from deckwright.messages import tr
from deckwright.model.hints import meant
from deckwright.model.markup import FACE_ICON, ICON, odd_braces, word_in
from deckwright.model.words import nearest

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator


def undeclared(name: str, known: Iterable[str]) -> str:
    """Say that a game does not declare a name."""
    return f"{tr('{name} is not declared in this game.', name=name)} {meant(name, list(known))}"


def missing_icon(icon: str, assets: Iterable[str]) -> str:
    """Say that there is no such icon, neither in the icon fonts nor among the game's files; '' where there is."""
    prefix, _, name = icon.rpartition(":")
    if prefix and name in icon_names(prefix):
        return ""
    if prefix:
        near = [f"{prefix}:{one}" for one in nearest(name, list(icon_names(prefix)))]
        return _with_near(tr("There is no icon {name}.", name=icon), near)
    return missing_file("icons/{}.svg", icon, assets)


def missing_file(form: str, name: str, known: Iterable[str]) -> str:
    """Say that a game has no file of a form such as `icons/{}.svg`; '' where it has."""
    before, after = form.split("{}")
    names = [one.removeprefix(before).removesuffix(after) for one in known if one.startswith(before)]
    if name in names:
        return ""
    return _with_near(tr("There is no file {name}.", name=form.format(name)), nearest(name, names))


def _with_near(message: str, near: list[str]) -> str:
    return f"{message} {tr('Did you mean {names}?', names=', '.join(near))}" if near else message


def unknown_icons(text: str, known: Collection[str]) -> Iterator[tuple[int, str]]:
    """Yield where a text asks for an icon that the game does not name, and what is wrong with it."""
    for found in ICON.finditer(text):
        if found[1] not in known:
            message = tr("The game names no icon {name} for texts.", name=found[1])
            yield found.start(), f"{message} {meant(found[1], list(known))}"
    for found in FACE_ICON.finditer(text):
        right = f"{{{found[1]}}}"
        message = tr(
            "{written} is what a face writes: in a text it is {right}.", written=found[0], right=right
        )
        named = "" if found[1] in known else f" {meant(found[1], list(known))}"
        yield found.start(), message + named


def printed_braces(
    text: str, known: Collection[str], *, is_name: bool = False
) -> Iterator[tuple[int, str, str]]:
    """Yield what a text has in braces and prints as it stands: where, as it is written, and what is wrong with it.

    In the name of a card no icon is drawn.
    """
    for offset, written in odd_braces(text) if is_name else odd_braces(text, ICON, FACE_ICON):
        yield offset, written, _printed(written, known, is_name=is_name)


def _printed(written: str, known: Collection[str], *, is_name: bool) -> str:
    if len(written) == 1:
        return tr("This brace has no match: it is printed as is.")
    if is_name:
        return tr("{written} is printed as is: the names of cards show no icons.", written=written)
    message = tr(
        "{written} is printed as is: the names of icons have small letters and no spaces.",
        written=written,
    )
    word = word_in(written)
    near = [word] if word in known else nearest(word, list(known)) if word else []
    return _with_near(message, [f"{{{one}}}" for one in near])
