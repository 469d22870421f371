"""Merge what came back from a translator into a game's translations, and lose nothing of either."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.files.catalogues import entry_twice, stale_entry, unknown_entry
from deckwright.files.po import previous_lines
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.translation import (
    Entry,
    comment_lines,
    digest_of,
    is_same_source,
    mark_of,
    read_comments,
)
from deckwright.model.words import few_guesses

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.translation import Returned, ReturnedFile, Said

_OPEN = {"machine", "stale", "unsure"}
"""What an entry was when it went out as one that needs work."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How to merge: whose the work is, on which day, and what to do where it is not clear.

    `reviewed` tells that all texts of the file were read by somebody else; `side` says which text is kept where
    both have changed, `ours` (the game's) or `theirs`; where it is `empties`, an empty text takes a translation away.
    """

    day: str
    by: str = ""
    reviewed: bool = False
    side: Literal["", "ours", "theirs"] = ""
    empties: bool = False


class Merged(NamedTuple):
    """All entries of the game as they are after a merge, and by what was found of each: its context.

    `changed` are entries whose text or state is another now; `added` had no text; `stale` are kept for a source
    text that has changed since.
    """

    entries: tuple[Entry, ...]
    changed: tuple[str, ...]
    added: tuple[str, ...]
    stale: tuple[str, ...]
    unchanged: tuple[str, ...]
    conflicts: tuple[str, ...]
    findings: tuple[Finding, ...]

    def touched(self) -> list[Entry]:
        """List the entries that are not as they were."""
        names = {*self.changed, *self.added, *self.stale}
        return [entry for entry in self.entries if entry.context in names]


@few_guesses()
def merge(entries: Sequence[Entry], returned: ReturnedFile, icons: Mapping[str, str], ways: Ways) -> Merged:
    """Merge a file that came back; `entries` are all of the game's, `icons` the pictures of its icons by name."""
    known = {entry.context: entry for entry in entries}
    returned = returned._replace(entries=tuple(_placed(returned.entries, entries, icons)))
    findings = list(_misplaced(returned, known))
    groups: dict[str, list[str]] = {name: [] for name in _GROUPS}
    by_source: list[tuple[Entry, Entry]] = []
    for back in returned.entries:
        entry = known.get(back.context)
        if entry is not None:
            merger = _Merger(entry, back, icons, ways, returned.translator)
            known[back.context] = mended = merger.merged()
            group = "conflicts" if merger.is_conflict else _group(entry, mended)
            groups[group].append(back.context)
            findings += [_conflict(entry, back, icons)] if merger.is_conflict else []
            findings += [stale_entry(mended, back.where)] if group == "stale" else []
            by_source += [(entry, mended)] if merger.is_by_source else []
    findings += [_without_digest(by_source, returned.file)] if by_source else []
    kept = {name: tuple(dict.fromkeys(contexts)) for name, contexts in groups.items()}
    return Merged(tuple(known.values()), findings=tuple(findings), **kept)


_GROUPS = ("changed", "added", "stale", "unchanged", "conflicts")


def _group(before: Entry, after: Entry) -> str:
    if before == after:
        return "unchanged"
    if after.state == "stale" and before[1:5] != after[1:5]:
        return "stale"
    return "changed" if before.text else "added"


def _misplaced(returned: ReturnedFile, known: Mapping[str, Entry]) -> Iterator[Finding]:
    """Find entries that belong to no text of the game, or stand twice; what has no text is lost with little."""
    seen: dict[str, int] = {}
    contexts = list(known)
    for back in returned.entries:
        line = back.where.line if back.where else 0
        if back.context not in known:
            finding = unknown_entry(back.context, contexts, back.where)
            yield finding if back.text else as_warning(finding)
        elif back.context in seen:
            yield entry_twice(back.context, seen[back.context], back.where)
        seen[back.context] = line


def _placed(
    returned: Sequence[Returned], entries: Sequence[Entry], icons: Mapping[str, str]
) -> Iterator[Returned]:
    """Yield what came back; an entry that a tool has left without a context belongs to its source text.

    Where several entries of the game have that text, it is for those without a translation.
    """
    for back in returned:
        alike = (
            [] if back.context else [one for one in entries if is_same_source(back.source, one.source, icons)]
        )
        places = alike if len(alike) == 1 else [one for one in alike if not one.text]
        if places and back.text:
            yield from (back._replace(context=one.context) for one in places)
        elif not (alike and any(back.text in {"", one.text} for one in alike)):
            yield back


def _conflict(entry: Entry, back: Returned, icons: Mapping[str, str]) -> Finding:
    said = {"context": entry.context, "theirs": back.text, "ours": entry.text}
    if back.given and back.given.partition(" ")[0] != digest_of(entry.text):
        message = tr(
            "{context}: the file says “{theirs}”, but the game’s text has changed since: “{ours}”.", **said
        )
    elif not is_same_source(back.source, entry.source, icons):
        message = tr(
            "{context}: the file says “{theirs}” for “{old}”, but the source is “{new}” now, and the game says “{ours}”.",
            old=back.source,
            new=entry.source,
            **said,
        )
    else:
        message = tr(
            "{context}: the file says “{theirs}”, the game says “{ours}”. Which is newer is unknown: "
            "the file has lost the digest of this entry ({digest}).",
            digest=_DIGEST,
            **said,
        )
    cards = (entry.card,) if entry.card else ()
    return Finding("conflict", "error", message, cards, back.text, entry.text, back.where)


_DIGEST = "“given:” / “mark”"
"""What the digest of an entry is called in files: a comment of PO files, and a column or a note elsewhere."""

_SHOWN = 5
"""How many changes are shown of those that rest on the source text alone."""


def _without_digest(changes: Sequence[tuple[Entry, Entry]], file: str) -> Finding:
    """Make the finding for texts that replace those of the game although the file has lost their digests."""
    shown = [f"{after.context} (“{before.text}” → “{after.text}”)" for before, after in changes[:_SHOWN]]
    shown += ["…"] if len(changes) > _SHOWN else []
    message = trn(
        "The file has lost the digest ({digest}) of {count} changed text. It was matched by its source, "
        "and replaces the game’s text: {names}.",
        "The file has lost the digests ({digest}) of {count} changed texts. They were matched by their source, "
        "and replace the game’s texts: {names}.",
        len(changes),
        digest=_DIGEST,
        names=", ".join(shown),
    )
    return Finding("no-digest", "warning", message, where=Where(file))


class _Merger:
    """Merges one entry with what came back of it."""

    def __init__(
        self, entry: Entry, back: Returned, icons: Mapping[str, str], ways: Ways, translator: str
    ) -> None:
        self.is_conflict = self.is_by_source = False
        self._entry, self._back, self._ways, self._translator = entry, back, ways, translator
        self._icons = icons
        self._said = said = read_comments(_own_comments(entry, back))
        if said.state == "reviewed" and not said.is_reviewed(back.source, back.text):
            self._said = said._replace(state="")
        self._is_same_source = is_same_source(back.source, entry.source, icons)
        is_old = entry.state == "stale" and is_same_source(back.source, entry.previous, icons)
        self._is_translated_source = self._is_same_source or is_old
        given, _, state = back.given.partition(" ")
        self._given, self._state = given, state or mark_of(entry).partition(" ")[2]
        # msgmerge makes an entry fuzzy whatever has changed in its source.
        is_by_looks = bool(back.previous) and is_same_source(back.previous, back.source, icons)
        self._is_fuzzy = back.is_fuzzy and not (is_by_looks and self._state not in _OPEN)

    def merged(self) -> Entry:
        """Give the entry as it is after the merge."""
        entry, back = self._entry, self._back
        if not back.text:
            mended = self._no_text()
        elif back.text == entry.text:
            mended = self._same_text()
        else:
            mended = self._other_text()
        is_doubted = mended == entry._replace(state="draft", unsure=True)
        who = self._who(mended)
        if mended != entry and (who or not is_doubted):
            mended = mended._replace(by=who, at=self._when())
        return _with_comments(entry, mended, self._said).looked_through(self._icons)

    def _no_text(self) -> Entry:
        """Give the entry where no text came back, which takes away only what went out, and only if told."""
        entry = self._entry
        is_same = self._given in {"", digest_of(entry.text)}
        if not self._ways.empties or not is_same:
            return entry
        return entry._replace(text="", state="missing", previous="", unsure=False)

    def _same_text(self) -> Entry:
        """Give the entry where only its state can have changed."""
        entry, said = self._entry, self._said
        if not self._is_same_source:
            return entry
        if self._is_fuzzy:
            is_doubt = self._state not in _OPEN and entry.is_done
            return entry._replace(state="draft", unsure=True) if is_doubt else entry
        if self._ways.reviewed:
            return _done(entry, "reviewed")
        if said.state in {"draft", "reviewed"} and said.state != self._state:
            return _done(entry, said.state)
        return _done(entry, "draft") if self._state in _OPEN and not entry.is_done else entry

    def _other_text(self) -> Entry:
        """Give the entry where the texts differ: by one side's work, or by that of both."""
        entry, ways = self._entry, self._ways
        if self._given == digest_of(self._back.text):
            return entry
        if not self._is_free():
            self.is_conflict = not ways.side
            return self._taken() if ways.side == "theirs" else entry
        return self._taken()

    def _is_free(self) -> bool:
        """Return whether nobody has worked on the game's text since the file went out."""
        entry = self._entry
        if not entry.text or (entry.state == "machine" and self._is_same_source):
            return True
        if not self._given:
            self.is_by_source = self._is_translated_source and self._is_signed_alike
            return self.is_by_source
        was_given = self._given == digest_of(entry.text)
        return was_given and (self._is_same_source or not entry.is_done)

    @property
    def _is_signed_alike(self) -> bool:
        """Return whether the file knows of the last work on the game's text, by its day or else by its name."""
        entry, said = self._entry, self._said
        return said.at == entry.at if entry.at else not entry.by or said.by == entry.by

    def _taken(self) -> Entry:
        """Give the entry with the text that came back."""
        entry, back = self._entry._replace(text=self._back.text, unsure=False, previous=""), self._back
        previous = (back.previous or self._entry.previous) if self._is_fuzzy else ""
        if not self._is_same_source or (self._is_fuzzy and self._state == "stale"):
            return entry._replace(state="stale", previous=previous or back.source)
        is_claim = self._said.state != self._state
        if self._said.state == "machine" and is_claim and self._is_fuzzy:
            return entry._replace(state="machine")
        if self._is_fuzzy:
            return entry._replace(state="draft", unsure=True)
        is_reviewed = self._ways.reviewed or (self._said.state == "reviewed" and is_claim)
        return _done(entry, "reviewed" if is_reviewed else "draft")

    def _who(self, mended: Entry) -> str:
        """Name who did the work: a machine's own is that of its service, whoever merges it, and a person's never.

        What the entry says of itself counts before who merges it, and that before the head of the file.
        """
        if mended.state == "machine":
            return self._said.by
        is_said = self._said.by != self._entry.by and self._said.state != "machine"
        said = self._said.by if is_said else ""
        return said or self._ways.by or self._translator

    def _when(self) -> str:
        said = self._said.at if self._said.at != self._entry.at else ""
        return said or self._ways.day


def _done(entry: Entry, state: str) -> Entry:
    return entry._replace(state=state, previous="", unsure=False)


def _with_comments(before: Entry, after: Entry, said: Said) -> Entry:
    """Return an entry with what the comments add to it; what they no longer say stays.

    A waiver without a digest is a new one, for the texts as they are after the merge; those of the game are for the
    texts that it had.
    """
    known = {waiver.rule: waiver for waiver in before.pinned().waivers}
    waivers = dict(known)
    for waiver in after._replace(waivers=said.waivers).pinned().waivers:
        if waiver.rule not in known or after.holds(waiver) or not after.holds(known[waiver.rule]):
            waivers[waiver.rule] = waiver
    notes = tuple(dict.fromkeys((*after.notes, *said.notes)))
    return after._replace(waivers=tuple(waivers.values()), notes=notes)


def _own_comments(entry: Entry, back: Returned) -> list[str]:
    """Give the comments of an entry that came back, without what Babel makes one: the source it had before."""
    before = previous_lines(entry.previous)
    lines = unwrapped(back.comments, (*comment_lines(entry), *before))
    return [line for line in lines if line not in before]


def unwrapped(lines: Sequence[str], known: Sequence[str]) -> list[str]:
    """Put comments together again that an editor has broken into shorter lines; `known` are those it was given."""
    whole = {_plain([line]): line for line in known}
    found: list[str] = []
    at = 0
    while at < len(lines):
        ends = range(len(lines), at, -1)
        end = next((end for end in ends if _plain(lines[at:end]) in whole), 0)
        found.append(whole[_plain(lines[at:end])] if end else lines[at])
        at = end or at + 1
    return found


def _plain(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())
