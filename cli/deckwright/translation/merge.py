"""Merge a file from a translator into a game’s translations, without losing the work of either side.

Two tables decide about each message: `TEXT_TABLE` which text stays, and `STATE_TABLE` in which state. In both, the first
row whose conditions all hold decides. docs/translating.md shows the same tables, in the words of the conditions here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import TYPE_CHECKING, Literal, NamedTuple

from deckwright.files.catalogues import duplicate_message, stale_message, unknown_message
from deckwright.files.po import previous_lines
from deckwright.findings import Finding, Where, as_warning
from deckwright.messages import tr, trn
from deckwright.model.translation import (
    Message,
    comment_lines,
    is_same_source,
    parse_comments,
    text_and_state,
    text_digest,
)
from deckwright.model.words import few_guesses

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from deckwright.model.translation import IncomingFile, IncomingMessage, ParsedComments


@dataclass(frozen=True, slots=True)
class MergeOptions:
    """How to merge: on which day, by whom, and what to do where the tables ask for an option.

    `reviewed`: a second person has read all texts of the file. `side`: the text that stays where both have changed,
    `ours` (the game’s) or `theirs` (the file’s).
    """

    day: str
    by: str = ""
    reviewed: bool = False
    side: Literal["", "ours", "theirs"] = ""


def today() -> str:
    """Date now, in the time zone of the computer."""
    return datetime.now(UTC).astimezone().date().isoformat()


class FileText(Enum):
    """What has become of a text in the file since it was extracted."""

    EMPTY = "empty"
    EQUAL = "equal to the game’s"
    UNCHANGED = "unchanged"
    CHANGED = "changed"
    CHANGED_WITHOUT_DIGEST = "changed, digest lost"


class GameText(Enum):
    """What has become of a text in the game since it was extracted."""

    ANY = "any"
    EMPTY = "missing"
    MACHINE = "by a machine, same source"
    UNCHANGED = "unchanged, same source"
    UNCHANGED_OPEN = "unchanged, not done"
    SAME_SIGNATURE = "same source, author and day"


class Option(Enum):
    """An option of the command that a row asks for."""

    ANY = "any"
    OURS = "`--ours`"
    THEIRS = "`--theirs`"


class Outcome(Enum):
    """The text that stays."""

    BOTH = "the same"
    GAME = "the game’s"
    FILE = "the file’s"
    FILE_BY_SOURCE = "the file’s, with a warning"
    CONFLICT = "a conflict: nothing is merged"


class TextRule(NamedTuple):
    """A row of the table that chooses a text."""

    file: FileText
    game: GameText
    option: Option
    outcome: Outcome


TEXT_TABLE = (
    TextRule(FileText.EMPTY, GameText.ANY, Option.ANY, Outcome.GAME),
    TextRule(FileText.EQUAL, GameText.ANY, Option.ANY, Outcome.BOTH),
    TextRule(FileText.UNCHANGED, GameText.ANY, Option.ANY, Outcome.GAME),
    TextRule(FileText.CHANGED, GameText.EMPTY, Option.ANY, Outcome.FILE),
    TextRule(FileText.CHANGED, GameText.MACHINE, Option.ANY, Outcome.FILE),
    TextRule(FileText.CHANGED, GameText.UNCHANGED, Option.ANY, Outcome.FILE),
    TextRule(FileText.CHANGED, GameText.UNCHANGED_OPEN, Option.ANY, Outcome.FILE),
    TextRule(FileText.CHANGED_WITHOUT_DIGEST, GameText.SAME_SIGNATURE, Option.ANY, Outcome.FILE_BY_SOURCE),
    TextRule(FileText.CHANGED, GameText.ANY, Option.THEIRS, Outcome.FILE),
    TextRule(FileText.CHANGED, GameText.ANY, Option.OURS, Outcome.GAME),
    TextRule(FileText.CHANGED, GameText.ANY, Option.ANY, Outcome.CONFLICT),
)
"""Which text stays."""


class Source(Enum):
    """How the source in the file compares with the game’s, as a translator reads it."""

    SAME = "same"
    DIFFERENT = "different"


class Claim(Enum):
    """What the file, or an option, claims about the state; “now” means that it was not so when the text was extracted."""

    ANY = "anything"
    FUZZY = "fuzzy"
    FUZZY_NOW = "fuzzy now, and the game’s text is done"
    FUZZY_STALE = "fuzzy, as it was when stale"
    FUZZY_MACHINE = "fuzzy, now by a machine"
    NOT_FUZZY_NOW = "not fuzzy any more, and the game’s text is not done"
    OPTION_REVIEWED = "`--reviewed`"
    REVIEWED_NOW = "now `reviewed`"
    DRAFT_NOW = "now `draft`"


class State(Enum):
    """The state after the merge."""

    AS_IN_GAME = "as in the game"
    MACHINE = "machine"
    STALE = "stale"
    UNSURE = "unsure"
    DRAFT = "draft"
    REVIEWED = "reviewed"


class StateRule(NamedTuple):
    """A row of the table that chooses a state, for a text that is equal on both sides or taken from the file."""

    text: Outcome
    source: Source
    claim: Claim
    state: State


STATE_TABLE = (
    StateRule(Outcome.BOTH, Source.DIFFERENT, Claim.ANY, State.AS_IN_GAME),
    StateRule(Outcome.BOTH, Source.SAME, Claim.FUZZY_NOW, State.UNSURE),
    StateRule(Outcome.BOTH, Source.SAME, Claim.FUZZY, State.AS_IN_GAME),
    StateRule(Outcome.BOTH, Source.SAME, Claim.OPTION_REVIEWED, State.REVIEWED),
    StateRule(Outcome.BOTH, Source.SAME, Claim.REVIEWED_NOW, State.REVIEWED),
    StateRule(Outcome.BOTH, Source.SAME, Claim.DRAFT_NOW, State.DRAFT),
    StateRule(Outcome.BOTH, Source.SAME, Claim.NOT_FUZZY_NOW, State.DRAFT),
    StateRule(Outcome.BOTH, Source.SAME, Claim.ANY, State.AS_IN_GAME),
    StateRule(Outcome.FILE, Source.DIFFERENT, Claim.ANY, State.STALE),
    StateRule(Outcome.FILE, Source.SAME, Claim.FUZZY_STALE, State.STALE),
    StateRule(Outcome.FILE, Source.SAME, Claim.FUZZY_MACHINE, State.MACHINE),
    StateRule(Outcome.FILE, Source.SAME, Claim.FUZZY, State.UNSURE),
    StateRule(Outcome.FILE, Source.SAME, Claim.OPTION_REVIEWED, State.REVIEWED),
    StateRule(Outcome.FILE, Source.SAME, Claim.REVIEWED_NOW, State.REVIEWED),
    StateRule(Outcome.FILE, Source.SAME, Claim.ANY, State.DRAFT),
)
"""In which state it stays."""


class MergeResult(NamedTuple):
    """All messages of the game after a merge, those `before` by context, and the contexts of those that came back, each in one group.

    `added` had no text; `stale` are kept for a source that has changed since; `changed` differ otherwise.
    """

    entries: tuple[Message, ...]
    changed: tuple[str, ...]
    added: tuple[str, ...]
    stale: tuple[str, ...]
    unchanged: tuple[str, ...]
    conflicts: tuple[str, ...]
    findings: tuple[Finding, ...]
    before: Mapping[str, Message] = {}

    def touched(self) -> list[Message]:
        """List the messages that the merge has changed."""
        names = {*self.changed, *self.added, *self.stale}
        return [entry for entry in self.entries if entry.context in names]


_GROUPS = ("changed", "added", "stale", "unchanged", "conflicts")


@few_guesses()
def merge(
    entries: Sequence[Message], returned: IncomingFile, icons: Mapping[str, str], options: MergeOptions
) -> MergeResult:
    """Merge a returned file into all messages of a game; `icons` are the pictures of the game’s icons by name."""
    merged_by_context = {entry.context: entry for entry in entries}
    returned = returned._replace(entries=tuple(_with_contexts(returned.entries, entries, icons)))
    findings = list(_misplaced(returned, merged_by_context))
    groups: dict[str, list[str]] = {name: [] for name in _GROUPS}
    by_source: list[tuple[Message, Message]] = []
    for back in returned.entries:
        if back.context not in merged_by_context:
            continue
        pair = Pair(merged_by_context[back.context], back, icons, options)
        outcome, merged = pair.merged(returned.translator)
        merged_by_context[back.context] = merged
        group = "conflicts" if outcome is Outcome.CONFLICT else _group(pair.game, merged)
        groups[group].append(back.context)
        findings += [_conflict(pair)] if outcome is Outcome.CONFLICT else []
        findings += [stale_message(merged, back.where)] if group == "stale" else []
        by_source += [(pair.game, merged)] if outcome is Outcome.FILE_BY_SOURCE else []
    findings += [_without_digest(by_source, returned.file)] if by_source else []
    unique = {name: tuple(dict.fromkeys(contexts)) for name, contexts in groups.items()}
    before = {entry.context: entry for entry in entries}
    return MergeResult(tuple(merged_by_context.values()), findings=tuple(findings), before=before, **unique)


def _group(before: Message, after: Message) -> str:
    if before == after:
        return "unchanged"
    is_same_work = (before.text, before.state, before.previous) == (after.text, after.state, after.previous)
    if after.state == "stale" and not is_same_work:
        return "stale"
    return "changed" if before.text else "added"


def _misplaced(returned: IncomingFile, in_game: Mapping[str, Message]) -> Iterator[Finding]:
    """Find messages that the game does not have, as errors if they have a text; and those that occur twice."""
    seen: dict[str, int] = {}
    contexts = list(in_game)
    for back in returned.entries:
        line = back.where.line if back.where else 0
        if back.context not in in_game:
            finding = unknown_message(back.context, contexts, back.where)
            yield finding if back.text else as_warning(finding)
        elif back.context in seen:
            yield duplicate_message(back.context, seen[back.context], back.where)
        seen[back.context] = line


def _with_contexts(
    returned: Sequence[IncomingMessage], entries: Sequence[Message], icons: Mapping[str, str]
) -> Iterator[IncomingMessage]:
    """Yield what came back, with the context found by the source where a tool has dropped it.

    If several messages of the game have that source, it is for those without a translation.
    """
    for back in returned:
        if back.context:
            yield back
            continue
        alike = [entry for entry in entries if is_same_source(back.source, entry.source, icons)]
        places = alike if len(alike) == 1 else [entry for entry in alike if not entry.text]
        if places and back.text:
            yield from (back._replace(context=entry.context) for entry in places)
        elif not any(back.text in {"", entry.text} for entry in alike):
            yield back


class Pair:
    """A message of the game beside what came back for it, with what the tables ask of the two."""

    def __init__(
        self, game: Message, back: IncomingMessage, icons: Mapping[str, str], options: MergeOptions
    ) -> None:
        self.game, self.back, self.options, self.icons = game, back, options, icons
        self.has_same_source = is_same_source(back.source, game.source, icons)
        self.comments = _comments(game, back)
        self.digest, _, state = back.given.partition(" ")
        self.extracted_state = state or text_and_state(game).partition(" ")[2]
        self.was_open = self.extracted_state in {"machine", "stale", "unsure"}
        # msgmerge makes a message fuzzy whatever has changed in its source.
        is_by_looks = bool(back.previous) and is_same_source(back.previous, back.source, icons)
        self.is_fuzzy = back.is_fuzzy and (self.was_open or not is_by_looks)

    def file_texts(self) -> dict[FileText, bool]:
        """Which conditions hold of the file’s text."""
        text = self.back.text
        is_equal, is_unchanged = text == self.game.text, self.digest == text_digest(text)
        is_changed = bool(text) and not is_equal and not is_unchanged
        return {
            FileText.EMPTY: not text,
            FileText.EQUAL: is_equal,
            FileText.UNCHANGED: is_unchanged,
            FileText.CHANGED: is_changed,
            FileText.CHANGED_WITHOUT_DIGEST: is_changed and not self.digest,
        }

    def game_texts(self) -> dict[GameText, bool]:
        """Which conditions hold of the game’s text."""
        game, is_unchanged = self.game, self.digest == text_digest(self.game.text)
        return {
            GameText.ANY: True,
            GameText.EMPTY: not game.text,
            GameText.MACHINE: game.state == "machine" and self.has_same_source,
            GameText.UNCHANGED: is_unchanged and self.has_same_source,
            GameText.UNCHANGED_OPEN: is_unchanged and not game.is_done,
            GameText.SAME_SIGNATURE: self._has_translated_source() and self._has_same_signature(),
        }

    def _has_translated_source(self) -> bool:
        """Whether the file has the source that the game’s text is a translation of."""
        is_old = self.game.state == "stale" and is_same_source(
            self.back.source, self.game.previous, self.icons
        )
        return self.has_same_source or is_old

    def _has_same_signature(self) -> bool:
        """Whether the file knows of the last work on the game’s text, by its day or else by its author."""
        game, comments = self.game, self.comments
        return comments.at == game.at if game.at else not game.by or comments.by == game.by

    def chosen_options(self) -> dict[Option, bool]:
        """Which options were chosen."""
        return {
            Option.ANY: True,
            Option.OURS: self.options.side == "ours",
            Option.THEIRS: self.options.side == "theirs",
        }

    def sources(self) -> dict[Source, bool]:
        """Which conditions hold of the source."""
        return {Source.SAME: self.has_same_source, Source.DIFFERENT: not self.has_same_source}

    def claims(self) -> dict[Claim, bool]:
        """Which claims about the state hold."""
        fuzzy, stated, was = self.is_fuzzy, self.comments.state, self.extracted_state
        return {
            Claim.ANY: True,
            Claim.FUZZY: fuzzy,
            Claim.FUZZY_NOW: fuzzy and not self.was_open and self.game.is_done,
            Claim.FUZZY_STALE: fuzzy and was == "stale",
            Claim.FUZZY_MACHINE: fuzzy and stated == "machine" != was,
            Claim.NOT_FUZZY_NOW: not fuzzy and self.was_open and not self.game.is_done,
            Claim.OPTION_REVIEWED: self.options.reviewed,
            Claim.REVIEWED_NOW: stated == "reviewed" != was,
            Claim.DRAFT_NOW: stated == "draft" != was,
        }

    def text_rule(self) -> TextRule:
        """Row that chooses the text."""
        files, games, options = self.file_texts(), self.game_texts(), self.chosen_options()
        return next(row for row in TEXT_TABLE if files[row.file] and games[row.game] and options[row.option])

    def state_rule(self, text: Outcome) -> StateRule:
        """Row that chooses the state of a text that is equal on both sides, or taken from the file."""
        text = Outcome.FILE if text is Outcome.FILE_BY_SOURCE else text
        sources, claims = self.sources(), self.claims()
        rules = (row for row in STATE_TABLE if row.text is text)
        return next(row for row in rules if sources[row.source] and claims[row.claim])

    def merged(self, translator: str) -> tuple[Outcome, Message]:
        """The message after the merge, signed, with the comments of both sides; and where its text comes from."""
        game = self.game
        outcome = self.text_rule().outcome
        merged = self._with_text(outcome)
        author = self._author(merged, translator)
        is_only_doubted = merged == game._replace(state="draft", unsure=True)
        if merged != game and (author or not is_only_doubted):
            merged = self._signed(merged, author)
        return outcome, _with_comments(game, merged, self.comments).with_broken_flag(self.icons)

    def _signed(self, merged: Message, author: str) -> Message:
        """Changed message with its translator, and who has read it: a second reader is not its translator."""
        game, said = self.game, self.comments.reviewer
        is_reviewed = merged.state == "reviewed"
        is_only_read = is_reviewed and merged.text == game.text and bool(game.by)
        translator = game.by if is_only_read else author
        reviewer = (said if said != game.reviewer else "") or author or said
        is_second = is_reviewed and reviewer != translator
        return merged._replace(by=translator, at=self._day(), reviewer=reviewer if is_second else "")

    def _with_text(self, outcome: Outcome) -> Message:
        game = self.game
        if outcome in {Outcome.GAME, Outcome.CONFLICT}:
            return game
        state = self.state_rule(outcome).state
        if state is State.AS_IN_GAME:
            return game
        is_stale = state is State.STALE
        return game._replace(
            text=self.back.text,
            state="draft" if state is State.UNSURE else state.value,
            unsure=state is State.UNSURE,
            previous=self._translated_source() if is_stale else "",
        )

    def _translated_source(self) -> str:
        """The source that a stale text of the file is a translation of."""
        before = (self.back.previous or self.game.previous) if self.is_fuzzy else ""
        return before or self.back.source

    def _author(self, merged: Message, translator: str) -> str:
        """Who did the work: the file’s comment, else `--by`, else the file’s header; a machine’s work is never a person’s."""
        comments = self.comments
        if merged.state == "machine":
            return comments.by
        is_said = comments.by != self.game.by and comments.state != "machine"
        return (comments.by if is_said else "") or self.options.by or translator

    def _day(self) -> str:
        stated_day = self.comments.at
        return stated_day if stated_day and stated_day != self.game.at else self.options.day


def _comments(game: Message, back: IncomingMessage) -> ParsedComments:
    """Comments that came back, without the state `reviewed` if that was for other texts."""
    comments = parse_comments(_own_comments(game, back))
    is_outdated = comments.state == "reviewed" and not comments.is_reviewed(back.source, back.text)
    return comments._replace(state="") if is_outdated else comments


def _with_comments(before: Message, after: Message, comments: ParsedComments) -> Message:
    """Add the comments that came back; those that they lack stay.

    A waiver without a digest is a new one, for the texts after the merge; those of the game are for the texts before.
    """
    waivers_before = {waiver.rule: waiver for waiver in before.pinned().waivers}
    waivers = dict(waivers_before)
    for waiver in after._replace(waivers=comments.waivers).pinned().waivers:
        if (
            waiver.rule not in waivers_before
            or after.holds(waiver)
            or not after.holds(waivers_before[waiver.rule])
        ):
            waivers[waiver.rule] = waiver
    notes = tuple(dict.fromkeys((*after.notes, *comments.notes)))
    return after._replace(waivers=tuple(waivers.values()), notes=notes)


def _own_comments(entry: Message, back: IncomingMessage) -> list[str]:
    """Comments that came back, without the previous source, which Babel turns into comments."""
    before = previous_lines(entry.context, entry.previous)
    lines = joined_lines(back.comments, (*comment_lines(entry), *before))
    return [line for line in lines if line not in before]


def joined_lines(lines: Sequence[str], extracted: Sequence[str]) -> list[str]:
    """Join comments that an editor has broken into shorter lines; `extracted` are those that were extracted."""
    whole = {_single_spaced([line]): line for line in extracted}
    joined: list[str] = []
    index = 0
    while index < len(lines):
        ends = range(len(lines), index, -1)
        end = next((end for end in ends if _single_spaced(lines[index:end]) in whole), 0)
        joined.append(whole[_single_spaced(lines[index:end])] if end else lines[index])
        index = end or index + 1
    return joined


def _single_spaced(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


_DIGEST = "“given:” / “mark”"
"""The digest of a message as files call it: a comment of PO files, and a column or a note elsewhere."""

_MOST_SHOWN = 5
"""The most messages shown of those that were matched by their source alone."""


def _conflict(pair: Pair) -> Finding:
    game, back = pair.game, pair.back
    names = {"context": game.context, "theirs": back.text, "ours": game.text}
    if pair.digest and pair.digest != text_digest(game.text):
        message = tr(
            "{context}: the file says “{theirs}”, but the game’s text has changed since: “{ours}”.", **names
        )
    elif not pair.has_same_source:
        message = tr(
            "{context}: the file says “{theirs}” for “{old}”, but the source is “{new}” now, and the game says “{ours}”.",
            old=back.source,
            new=game.source,
            **names,
        )
    else:
        message = tr(
            "{context}: the file says “{theirs}”, the game says “{ours}”. Which is newer is unknown: "
            "the file has lost the digest of this entry ({digest}).",
            digest=_DIGEST,
            **names,
        )
    cards = (game.card,) if game.card else ()
    return Finding("conflict", "error", message, cards, back.text, game.text, back.where)


def _without_digest(changes: Sequence[tuple[Message, Message]], file: str) -> Finding:
    """Warning of texts that replace those of the game although the file has lost their digests."""
    examples = [
        f"{after.context} (“{before.text}” → “{after.text}”)" for before, after in changes[:_MOST_SHOWN]
    ]
    examples += ["…"] if len(changes) > _MOST_SHOWN else []
    message = trn(
        "The file has lost the digest ({digest}) of {count} changed text. It was matched by its source, "
        "and replaces the game’s text: {names}.",
        "The file has lost the digests ({digest}) of {count} changed texts. They were matched by their source, "
        "and replace the game’s texts: {names}.",
        len(changes),
        digest=_DIGEST,
        names=", ".join(examples),
    )
    return Finding("no-digest", "warning", message, where=Where(file))
