"""Translations of a game in one language, how far each has come, and what goes to a translator and comes back."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.model.markup import ICON, has_unknown_icons
from deckwright.model.plurals import word_forms

if TYPE_CHECKING:
    from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.card import Card


# The messages of a game in one language: its texts with their translations and states.

STATES = ("missing", "machine", "stale", "draft", "reviewed")
"""The states of a message, from no text to read by a second person."""

DONE = frozenset({"draft", "reviewed"})
"""States of messages whose present source was translated by a person."""

USED = DONE | {"machine"}
"""States of messages whose text is printed."""

STATE_WORDS = (*STATES, "unsure")
"""Words for the state of a message; `unsure` is a draft that its translator doubts."""

GAME_PACK = "game"
"""The pack of the game’s own words."""

_SIGNS = str.maketrans(
    {**dict.fromkeys("‘’‛´`ʼ′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑–—―−", "-")}
)
_TYPOGRAPHY = re.compile(r"(?<=«)\s+|(?<!\s)\s+(?=[»:;!?])")
"""Spaces that only some languages set beside punctuation."""
_SPACES = re.compile(r"\s+")


class Waiver(NamedTuple):
    """Findings of a rule that somebody accepts on a message, and the reason.

    It holds for the texts with its `digest`; '' if it is not known which these are.
    """

    rule: str
    reason: str
    digest: str = ""


class Message(NamedTuple):
    """One text of a game in another language.

    `context` names the text: `krol-junior.name`, or `kind:tool` for the game’s own words. `source` is the present source;
    `text` is '' if it is missing. `previous` is the source that a stale text translates. `by` and `at` (a day, ISO 8601)
    are the translator and the day of the last change, and `reviewer` who read a reviewed text; `notes` are the translator’s comments, a line each. An `unsure` text
    is doubted by its translator: it is neither done nor used. `place` is where the source is written in the game’s
    folder (`cards/tools.yaml:12`), '' if unknown. A `broken` text has an icon that the game does not have: it is neither
    done nor used. `broken` is stored nowhere, since it depends on the game (`looked_through`).
    """

    context: str
    source: str
    text: str
    state: str
    previous: str = ""
    by: str = ""
    at: str = ""
    waivers: tuple[Waiver, ...] = ()
    notes: tuple[str, ...] = ()
    unsure: bool = False
    place: str = ""
    broken: bool = False
    reviewer: str = ""

    @property
    def is_done(self) -> bool:
        """Whether a person has translated the present source, has no doubts, and it can be printed."""
        return self.state in DONE and not self.unsure and not self.broken

    @property
    def is_used(self) -> bool:
        """Whether cards are printed with this text."""
        return self.state in USED and not self.unsure and not self.broken

    @property
    def source_forms(self) -> dict[str, str]:
        """Plural forms of its source by category."""
        return word_forms(self.context, self.source)

    @property
    def forms(self) -> dict[str, str]:
        """Plural forms of its text by category, if its source has such forms too."""
        return word_forms(self.context, self.text) if self.source_forms else {}

    def with_broken_flag(self, icons: Container[str]) -> Message:
        """Message with `broken` set for a game with these icons; names and labels have none."""
        has_icons = bool(self.card) and not self.context.endswith(".name")
        broken = has_icons and self.state in USED and has_unknown_icons(self.text, icons)
        return self if broken == self.broken else self._replace(broken=broken)

    @property
    def digest(self) -> str:
        """Digest of the source and the translation together."""
        return digest_of_both(self.source, self.text)

    def pinned(self) -> Message:
        """Message whose waivers without a digest apply to its present texts."""
        if all(waiver.digest for waiver in self.waivers):
            return self
        pinned = tuple(waiver._replace(digest=waiver.digest or self.digest) for waiver in self.waivers)
        return self._replace(waivers=pinned)

    def holds(self, waiver: Waiver) -> bool:
        """Whether a waiver applies to the present texts."""
        return waiver.digest in {"", self.digest}

    @property
    def card(self) -> str:
        """Id of the card that has the text; '' for one of the game’s own words."""
        return "" if ":" in self.context else self.context.rpartition(".")[0]


def state_word(entry: Message) -> str:
    """Word of `WORDS` for the state of a message."""
    return "unsure" if entry.unsure else entry.state


def digest_of_both(source: str, text: str) -> str:
    """Digest of a source and its translation, which identifies what was reviewed or waived.

    Changes of the source that `is_same_source` ignores do not change it.
    """
    return blake2b(f"{_plain(source, {})}\0{text}".encode(errors="surrogatepass"), digest_size=4).hexdigest()


def is_same_source(text: str, other: str, icons: Mapping[str, str]) -> bool:
    """Whether two source texts differ in nothing that a translator would have to follow.

    Spaces and the forms of quotation marks, apostrophes and dashes do not count, nor which of several names of a picture
    an icon has; `icons` are the pictures of the game’s icons by name.
    """
    return text == other or _plain(text, icons) == _plain(other, icons)


def _plain(text: str, icons: Mapping[str, str]) -> str:
    text = ICON.sub(lambda icon: f"{{{icons.get(icon[1], icon[1])}}}", text)
    return _SPACES.sub(" ", _TYPOGRAPHY.sub("", text)).strip().translate(_SIGNS)


# Files for translators and from them, in any format.

_WAIVE = "waive "
_DIGEST = re.compile(r"[0-9a-f]{8}")


class OutgoingMessage(NamedTuple):
    """A message in a file for a translator, with notes about it and its text in a second language, the `pivot`.

    `known` is the game’s own message, if the text in the file is only suggested; `flags` are those that Weblate reads.
    """

    entry: Message
    about: tuple[str, ...] = ()
    pivot: str = ""
    known: Message | None = None
    flags: tuple[str, ...] = ()

    @property
    def mark(self) -> str:
        """Digest and state of the game’s text, as from `mark_of`."""
        return text_and_state(self.known or self.entry)


class OutgoingFile(NamedTuple):
    """A file for a translator: its game, its languages, and a second source language ('' for none).

    `title` is the game’s; `stamp` is the time in the notation of PO files (2026-11-20 18:30+0000).
    """

    game: str
    title: str
    source_language: str
    language: str
    pivot: str
    stamp: str
    entries: tuple[OutgoingMessage, ...]


class IncomingMessage(NamedTuple):
    """A message from a translator. `is_fuzzy` is the flag of PO editors; other formats may use `comments`.

    `comments` are lines as `comment_lines` writes them, and the translator’s own. `given` is the digest and state from
    `mark_of` when the message was extracted; '' if they are lost.
    """

    context: str
    source: str
    text: str
    where: Where | None = None
    is_fuzzy: bool = False
    previous: str = ""
    comments: tuple[str, ...] = ()
    given: str = ""


class IncomingFile(NamedTuple):
    """A file from a translator: its game, language and translator, each '' if unknown."""

    file: str
    game: str
    language: str
    translator: str
    entries: tuple[IncomingMessage, ...]


class ParsedComments(NamedTuple):
    """The comments of a message, parsed; the rest are notes. `digest` is of the texts that were reviewed."""

    state: str
    by: str
    at: str
    waivers: tuple[Waiver, ...]
    notes: tuple[str, ...]
    digest: str = ""
    reviewer: str = ""

    @property
    def lacks_digest(self) -> bool:
        """Whether a review or a waiver lacks the digest of its texts."""
        is_bare = self.state == "reviewed" and not self.digest
        return is_bare or any(not waiver.digest for waiver in self.waivers)

    def is_reviewed(self, source: str, text: str) -> bool:
        """Whether these texts were reviewed; without a digest, it is assumed."""
        return self.state == "reviewed" and self.digest in {"", digest_of_both(source, text)}


def text_and_state(entry: Message) -> str:
    """Digest of a message’s text and its state, to recognise later whether either has changed."""
    return f"{text_digest(entry.text)} {'unsure' if entry.unsure else entry.state}"


def text_digest(text: str) -> str:
    """Digest of a text."""
    return blake2b(text.encode(), digest_size=4).hexdigest()


def comment_lines(entry: Message) -> tuple[str, ...]:
    """Comments for all that a message has besides its texts, which any editor of translations keeps.

    A message without a state is a draft, or missing if it has no text. What holds only for the present texts has their
    digest.
    """
    lines = [f"state: reviewed {entry.digest}"] if entry.state == "reviewed" else []
    lines += ["state: machine"] if entry.state == "machine" else []
    lines += [f"reviewed by: {entry.reviewer}"] if entry.state == "reviewed" and entry.reviewer else []
    lines += [f"by: {entry.by}"] if entry.by else []
    lines += [f"on: {entry.at}"] if entry.at else []
    lines += [f"{_WAIVE}{waiver.rule} {waiver.digest}: {waiver.reason}" for waiver in entry.pinned().waivers]
    return (*lines, *entry.notes)


def parse_comments(lines: Iterable[str]) -> ParsedComments:
    """Parse comments; any others are notes. Of repeated ones, the last counts."""
    values = {"state": "", "by": "", "on": "", "reviewed by": ""}
    reviewed = ""
    waivers: dict[str, Waiver] = {}
    notes: list[str] = []
    for line in lines:
        key, colon, value = (part.strip() for part in line.partition(":"))
        word, digest = _with_digest(value)
        if colon and key in {"by", "on", "reviewed by"}:
            values[key] = value
        elif colon and key == "state" and word in STATES:
            values[key], reviewed = word, digest
        elif colon and key.startswith(_WAIVE):
            rule, digest = _with_digest(key.removeprefix(_WAIVE).strip())
            waivers[rule] = Waiver(rule, value, digest)
        elif line.strip():
            notes.append(line.strip())
    return ParsedComments(
        values["state"],
        values["by"],
        values["on"],
        tuple(waivers.values()),
        tuple(notes),
        reviewed,
        values["reviewed by"],
    )


def _with_digest(value: str) -> tuple[str, str]:
    """Split a word from the digest after it, which may be missing."""
    word, _, digest = value.rpartition(" ")
    return (word.strip(), digest) if _DIGEST.fullmatch(digest) and word else (value, "")


class MessageCounts(NamedTuple):
    """Counts of messages: all, by state, those that are done, and those that equal their source.

    `unsure` counts drafts that their translator is unsure of, `broken` texts with an icon that the game does not have.
    """

    entries: int
    states: Mapping[str, int]
    done: int
    same_as_source: int
    unsure: int = 0
    broken: int = 0

    @property
    def percent(self) -> float:
        """Share that is done, to a tenth and never rounded up: 100 means all."""
        return self.done * 1000 // self.entries / 10 if self.entries else 100.0


class LanguageStatus(NamedTuple):
    """A language of a game: the counts of its packs by name and of all together, and its stale messages."""

    language: str
    packs: Mapping[str, MessageCounts]
    whole: MessageCounts
    stale: tuple[Message, ...]


def language_status(language: str, entries: Sequence[Message], cards: Mapping[str, Card]) -> LanguageStatus:
    """Count the messages of a language."""
    packs: dict[str, list[Message]] = {}
    for entry in entries:
        packs.setdefault(pack_of(entry, cards), []).append(entry)
    counts = {name: _count(messages) for name, messages in packs.items()}
    return LanguageStatus(
        language, counts, _count(entries), tuple(entry for entry in entries if entry.state == "stale")
    )


def pack_of(entry: Message, cards: Mapping[str, Card]) -> str:
    """Pack of a message: the file of its card, or else the card’s kind."""
    if not entry.card:
        return GAME_PACK
    file = entry.place.rpartition(":")[0].rpartition("/")[2]
    return file.removesuffix(".yaml") or cards[entry.card].kind


def _count(entries: Iterable[Message]) -> MessageCounts:
    entries = tuple(entries)
    same = sum(entry.text == entry.source for entry in entries)
    done, unsure = sum(entry.is_done for entry in entries), sum(entry.unsure for entry in entries)
    broken = sum(entry.broken for entry in entries)
    return MessageCounts(len(entries), count_states(entries), done, same, unsure, broken)


_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class DiffPart(NamedTuple):
    """A stretch of text that both have (`same`), or only the `old` or the `new` one."""

    sort: Literal["same", "old", "new"]
    text: str


def word_diff(old: str, new: str) -> Iterator[DiffPart]:
    """Yield the parts of two texts in order; old words come before those that replace them."""
    before, after = _WORD.findall(old), _WORD.findall(new)
    from difflib import SequenceMatcher

    for sort, start, end, first, last in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if sort == "equal":
            yield DiffPart("same", "".join(before[start:end]))
            continue
        if start < end:
            yield DiffPart("old", "".join(before[start:end]))
        if first < last:
            yield DiffPart("new", "".join(after[first:last]))


def in_states(entries: Iterable[Message], states: Collection[str]) -> list[Message]:
    """Messages in some states; unsure ones are drafts."""
    return [entry for entry in entries if entry.state in states]


def count_states(entries: Iterable[Message]) -> dict[str, int]:
    """Numbers of messages by state."""
    counts = dict.fromkeys(STATES, 0)
    for entry in entries:
        counts[entry.state] += 1
    return counts
