"""The registry of checks, and the run that applies some of them to a language and then the waivers."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from deckwright.findings import Finding
from deckwright.messages import tr, trn
from deckwright.model.markup import without_table_rules, without_tags
from deckwright.model.plurals import forms_without_number
from deckwright.model.translation import USED
from deckwright.model.words import did_you_mean, fold, nearest
from deckwright.translation.checks import numbers, sentences, terms, typography, wording
from deckwright.translation.checks.wordbook import RuleFinding, TextFinding

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from deckwright.findings import Where
    from deckwright.model.translation import Message
    from deckwright.translation.checks.wordbook import Wordbook

    CheckEach = Callable[[Wordbook, Message], Iterable[TextFinding]]
    CheckTogether = Callable[[Wordbook, Sequence[Message]], Iterable[tuple[Message, TextFinding]]]


def check_missing(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a message without a translation."""
    if entry.state == "missing":
        yield TextFinding("warning", tr("It is not translated."))


def check_stale(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a translation of a source text that has changed since."""
    if entry.state == "stale":
        yield TextFinding("warning", tr("Its source has changed since it was translated."))


def check_unsure(_: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a draft that its translator is unsure of."""
    if entry.unsure:
        yield TextFinding("warning", tr("Its translator is unsure of it: it is not printed."))


def check_same(book: Wordbook, entry: Message) -> Iterator[TextFinding]:
    """Find a translation of several words that equals its source, unless the glossary has it so."""
    words = fold(entry.text)
    if entry.text != entry.source or len(words.split()) <= 1:
        return
    translations = (form for term in book.glossary.terms for form in term.accepted(book.language))
    if not any(fold(same) == words for same in (*book.glossary.keep, *translations)):
        yield TextFinding("info", tr("It is the same as its source."))


class Check(NamedTuple):
    """A check: the rule that its findings and waivers name, its row in docs/translating.md, and its functions.

    `each` look at one text at a time, `together` at all texts of a language. They see texts that are printed, or every
    text where the check is of `any_state`; tags are removed unless it `sees_tags`. `each` is called if the source or the text has
    the sign that it `needs`. What `reads_alone` also reads the texts of a language without their sources (`proofread`), as
    `alone` do. Checks without a function need more than texts (dictionaries, faces): their callers pass what they find to
    `check_messages`.

    Errors are found by `each` alone: of a check that sees whether a translation `changes_rules` of its card, and of one that
    `stops_merge`, whose errors keep a translation out.
    """

    rule: str
    summary: str
    each: CheckEach | None = None
    together: Sequence[CheckTogether] = ()
    needs: str = ""
    any_state: bool = False
    sees_tags: bool = False
    reads_alone: bool = False
    alone: Sequence[CheckTogether] = ()
    changes_rules: bool = False
    stops_merge: bool = False


REGISTRY = (
    Check("missing", "a text that is not translated", check_missing, any_state=True),
    Check("stale", "a text whose source has changed since it was translated", check_stale, any_state=True),
    Check("unsure", "a text that its translator is unsure of", check_unsure, any_state=True),
    Check(
        "icons",
        "icons that are missing or added (error), or in another order (warning); two names of one picture count as "
        "one icon",
        wording.check_icons,
        needs="{",
        stops_merge=True,
    ),
    Check(
        "marks",
        "icons of marks that are missing or added (error)",
        wording.check_marks,
        needs="{",
        stops_merge=True,
    ),
    Check(
        "placeholders",
        "other words in braces that are missing or added (error)",
        wording.check_placeholders,
        needs="{",
        stops_merge=True,
    ),
    Check(
        "plurals",
        "[plural forms](#plural-forms) that are missing, or that the language does not have (error)",
        wording.check_plurals,
        sees_tags=True,
        stops_merge=True,
    ),
    Check(
        "tags",
        "[tags](faces.md#runs) that are missing, added or not in pairs (error)",
        wording.check_tags,
        needs="[",
        sees_tags=True,
        stops_merge=True,
    ),
    Check(
        "numbers",
        "[numbers](#numbers) that are missing, added or in another order (note)",
        numbers.check_numbers,
        changes_rules=True,
    ),
    Check(
        "sentences",
        "more or fewer sentences than in the source (error if the text is shorter, too: one was left out; note if a word joins them)",
        sentences.check_sentences,
        changes_rules=True,
    ),
    Check(
        "paragraphs",
        "fewer paragraphs than in the source; more, and fewer in a flavour text (note)",
        sentences.check_paragraphs,
    ),
    Check(
        "negations",
        "a negation that only one of the texts has (error if it is lost)",
        sentences.check_negations,
        changes_rules=True,
    ),
    Check(
        "stops",
        "another sign at the end than in the source, lost colons and question marks, and capitals without a stop before them",
        sentences.check_stops,
        (sentences.check_lost_stops,),
        alone=(sentences.check_ends,),
    ),
    Check(
        "length",
        "a text that is much shorter or longer than others of its part, or has no room for a sentence of its source",
        together=(sentences.check_length,),
    ),
    Check(
        "leftovers",
        "what programs leave: `%s`, `{}`, `&nbsp;`, `<br>`, `\\n`, `TODO` (error)",
        wording.check_leftovers,
        reads_alone=True,
        stops_merge=True,
    ),
    Check("doubled", "a word written twice", wording.check_doubled, reads_alone=True),
    Check(
        "pairs",
        "brackets and quotation marks without their pair; in Spanish `¿` and `¡`",
        wording.check_pairs,
        reads_alone=True,
    ),
    Check(
        "initial",
        "a small letter at the beginning of a text or sentence",
        wording.check_initial,
        reads_alone=True,
    ),
    Check("capitals", "words in capitals that the source does not have", wording.check_capitals),
    Check(
        "signs",
        "arrows, dashes and signs of comparison that are lost, or typed as `->` and `--`",
        wording.check_signs,
        reads_alone=True,
    ),
    Check(
        "emphasis",
        "unmatched stars (error); more or fewer words in bold or italics than in the source, or other words than "
        "elsewhere",
        wording.check_emphasis,
        (terms.check_emphasised_counts, terms.check_lost_emphasis),
        needs="*",
        reads_alone=True,
        stops_merge=True,
    ),
    Check(
        "glossary",
        "a missing term of the [glossary](games.md#translations), or a word that it forbids",
        terms.check_glossary,
        stops_merge=True,
    ),
    Check(
        "names", "a name that must stay as it is, and is missing (error)", terms.check_names, stops_merge=True
    ),
    Check(
        "typography",
        "French spaces before `; : ! ? »`, `« »`, `À` and `œ`; Italian accents and apostrophes; quotation marks, "
        "apostrophes and `…` of each language; `IJ`, `ß` and accents in capitals, in Dutch, German and Greek",
        typography.check_typography,
        (typography.check_quotes,),
        reads_alone=True,
        alone=(typography.check_quotes,),
    ),
    Check(
        "spaces",
        "spaces at the ends of a text or line, and double spaces",
        typography.check_spaces,
        reads_alone=True,
    ),
    Check("same-as-source", "a text that equals its source (note)", check_same),
    Check(
        "keywords",
        "the same text, or the same words in bold, translated in different ways; a card that a text names in bold "
        "by another name than the card has",
        None,
        (
            terms.check_repeats,
            terms.check_emphasised_terms,
            terms.check_card_names,
            terms.check_names_in_texts,
            terms.check_one_for_two,
            terms.check_term_counts,
        ),
        alone=(terms.check_keyword_forms, terms.check_near_names),
    ),
    Check("style", "words that the `style` of the game avoids", wording.check_style, reads_alone=True),
    Check(
        "spelling",
        "words that no dictionary has, each reported once with its texts; see [Spelling](#spelling)",
    ),
    Check(
        "fit", "a text that is too long for its box even at its smallest size, and by how many lines (error)"
    ),
)
"""Every check, in the order in which the findings of a text are shown."""

RULES = tuple(check.rule for check in REGISTRY)
"""The rule of every check."""

TEXT_RULES = tuple(check.rule for check in REGISTRY if check.each and not check.any_state)
"""The rules that look at the wording of single texts, and so apply to a part of a language too."""

MERGE_RULES = tuple(check.rule for check in REGISTRY if check.stops_merge)
"""The rules whose errors stop a merge. A number, a sentence or a negation may be right as it is: a check tells."""

PROOF_RULES = tuple(
    check.rule for check in REGISTRY if check.reads_alone or check.alone or check.rule == "spelling"
)
"""The rules that read the texts of one language alone."""


MOST_OF_A_KIND = 3
"""How many findings of one kind are shown one by one; more are one finding, with their number."""


class Passage(NamedTuple):
    """The message that a finding is about, and the passage of its text that is meant, '' for none."""

    entry: Message
    passage: str

    @property
    def start(self) -> int:
        """Where the passage is in the text, as whole words; -1 if it has none."""
        place = (
            re.search(rf"(?<!\w){re.escape(self.passage)}(?!\w)", self.entry.text) if self.passage else None
        )
        return place.start() if place else self.entry.text.find(self.passage) if self.passage else -1


class CheckReport(NamedTuple):
    """The findings in a language, the number of those that are waived, and what each is about."""

    findings: list[Finding]
    waived: int
    passages: Mapping[Finding, Passage] = MappingProxyType({})


def check_messages(
    book: Wordbook,
    entries: Sequence[Message],
    rules: Collection[str] = RULES,
    *,
    more: Iterable[RuleFinding] = (),
    places: Mapping[str, Where] = MappingProxyType({}),
) -> CheckReport:
    """Check the messages of a language by some rules.

    `more` are the findings of checks that have no function in the registry (spelling, fit); `places` are the locations
    of messages, by context.
    """
    return _report(book, entries, rules, findings_by_message(book, entries, rules, more), places)


def proof_messages(
    book: Wordbook,
    entries: Sequence[Message],
    rules: Collection[str] = PROOF_RULES,
    *,
    more: Iterable[RuleFinding] = (),
    places: Mapping[str, Where] = MappingProxyType({}),
) -> CheckReport:
    """Check the messages of a language without their sources: each is its own."""
    return _report(book, entries, rules, findings_by_message(book, entries, rules, more, alone=True), places)


def _report(
    book: Wordbook,
    entries: Sequence[Message],
    rules: Collection[str],
    by_message: Iterable[list[RuleFinding]],
    places: Mapping[str, Where],
) -> CheckReport:
    """Report of findings, after the waivers."""
    waived: set[tuple[str, str]] = set()
    count = 0
    unwaived: list[RuleFinding] = []
    for of_message in by_message:
        remaining = [finding for finding in of_message if not _is_waived(finding)]
        if len(remaining) < len(of_message):
            count += len(of_message) - len(remaining)
            waived |= {(finding.entry.context, finding.rule) for finding in of_message if _is_waived(finding)}
        unwaived += remaining
    unwaived = _one_of_a_kind(book, unwaived)
    unwaived += [finding for entry in entries for finding in _waiver_findings(entry, waived, rules)]
    passages: dict[Finding, Passage] = {}
    for rule_finding in unwaived:
        finding = _finding(book.language, rule_finding, places)
        passages.setdefault(finding, Passage(rule_finding.entry, rule_finding.finding.passage))
    return CheckReport(list(passages), count, passages)


def _one_of_a_kind(book: Wordbook, rule_findings: Iterable[RuleFinding]) -> list[RuleFinding]:
    """Findings, of which those of a kind that many texts have are one, on the first of these texts."""
    listed = list(rule_findings)
    texts: dict[str, list[str]] = {}
    for rule_finding in listed:
        if rule_finding.finding.kind:
            texts.setdefault(rule_finding.finding.kind, []).append(rule_finding.entry.context)
    shown: list[RuleFinding] = []
    for rule_finding in listed:
        finding = rule_finding.finding
        contexts = texts.get(finding.kind, [])
        if len(contexts) <= MOST_OF_A_KIND:
            shown.append(rule_finding)
        elif contexts[0] == rule_finding.entry.context:
            others = trn(
                "It is so in {count} text: {names}, ….",
                "It is so in {count} texts: {names}, ….",
                len(contexts),
                names=", ".join(contexts[:MOST_OF_A_KIND]),
            )
            message = " ".join([finding.message, others, *_way_to_fix(book, rule_finding.entry)])
            many = finding._replace(message=message, found=len(contexts))
            shown.append(rule_finding._replace(finding=many))
    return shown


def _way_to_fix(book: Wordbook, entry: Message) -> list[str]:
    """Sentence that names the command for slips like that of a message, if it corrects them."""
    if entry.text == entry.source or typography.fix_typography(book.language, entry) == entry:
        return []
    command = f"deckwright translate fix {book.game.id} --to {book.language}"
    return [tr("To fix what has one right answer: {command}", command=command)]


def errors_in_messages(
    book: Wordbook,
    entries: Sequence[Message],
    rules: Collection[str],
    places: Mapping[str, Where] = MappingProxyType({}),
) -> Iterator[Finding]:
    """Yield the errors among the findings of `check_messages`; nothing else takes memory, nor looks up a location."""
    with_errors = (check for check in REGISTRY if check.changes_rules or check.stops_merge)
    each = _each_of(check for check in with_errors if check.rule in rules)
    for entry in entries:
        errors = [
            RuleFinding(entry, rule, finding)
            for rule, finding in _found_in(book, entry, each)
            if finding.severity == "error"
        ]
        yield from _findings(book.language, (error for error in errors if not _is_waived(error)), places)


def findings_by_message(
    book: Wordbook,
    entries: Sequence[Message],
    rules: Collection[str],
    more: Iterable[RuleFinding] = (),
    *,
    alone: bool = False,
) -> Iterator[list[RuleFinding]]:
    """Yield the findings of each message that has some, in the order of the rules; `more` are among them."""
    checks = [check for check in REGISTRY if check.rule in rules]
    others: dict[str, list[tuple[str, TextFinding]]] = {}
    for entry, rule, finding in (*_together(checks, book, entries, alone=alone), *more):
        if rule in rules:
            others.setdefault(entry.context, []).append((rule, finding))
    each = _each_of(check for check in checks if check.reads_alone or not alone)
    for entry in entries:
        of_entry = [*_found_in(book, entry, each), *others.get(entry.context, ())]
        if of_entry:
            of_entry.sort(key=lambda rule_and_finding: RULES.index(rule_and_finding[0]))
            yield [RuleFinding(entry, *rule_and_finding) for rule_and_finding in of_entry]


def _each_of(checks: Iterable[Check]) -> list[tuple[Check, CheckEach]]:
    """The checks that look at one text at a time, with their functions."""
    return [(check, check.each) for check in checks if check.each]


def _found_in(
    book: Wordbook, entry: Message, each: Sequence[tuple[Check, CheckEach]]
) -> Iterable[tuple[str, TextFinding]]:
    """What is found in one message, each once, after its rule."""
    whole, forms = (entry,), [_without_tags(form) for form in _forms(entry, book.language)]
    letters, is_used = entry.source + entry.text, entry.state in USED
    findings: dict[tuple[str, TextFinding], None] = {}
    for check, find in each:
        if (is_used or check.any_state) and check.needs in letters:
            for text in whole if check.sees_tags or check.any_state else forms:
                for finding in find(book, text):
                    findings[check.rule, finding] = None
    return findings


def _together(
    checks: Iterable[Check], book: Wordbook, entries: Sequence[Message], *, alone: bool
) -> Iterator[RuleFinding]:
    """Yield the findings of the checks that look at all texts of a language."""
    used = [_without_tags(entry) for entry in entries if entry.state in USED and not entry.source_forms]
    for check in checks:
        for together in check.alone if alone else check.together:
            yield from (RuleFinding(entry, check.rule, finding) for entry, finding in together(book, used))


def _findings(
    language: str, rule_findings: Iterable[RuleFinding], places: Mapping[str, Where]
) -> Iterable[Finding]:
    """Findings in messages, each once."""
    return dict.fromkeys(_finding(language, rule_finding, places) for rule_finding in rule_findings)


def _without_tags(entry: Message) -> Message:
    """Message without the tags and rules of its texts, which are not words; a line break is the end of a line."""
    if not any(sign in text for sign in "[|" for text in (entry.source, entry.text)):
        return entry
    source, text = (without_table_rules(without_tags(text, "\n")) for text in (entry.source, entry.text))
    return entry._replace(source=source, text=text)


def _forms(entry: Message, language: str) -> Sequence[Message]:
    """Each plural form of a message with that of its source, or the message if it has none."""
    return [
        entry._replace(source=_source_form(entry, category, language), text=text)
        for category, text in entry.forms.items()
    ] or [entry]


def _source_form(entry: Message, category: str, language: str) -> str:
    """Form of a source to compare a form of its translation with; one for few counts may leave the number out."""
    sources = entry.source_forms
    usual = [*sources.values()][-1]
    choices = sources.get(category, usual), usual
    has_number = _NUMBER in entry.forms[category] or category not in forms_without_number(language)
    source = next((choice for choice in choices if (_NUMBER in choice) == has_number), choices[0])
    return source if has_number else source.replace(_NUMBER, "").strip()


_NUMBER = "{count}"


def _is_waived(rule_finding: RuleFinding) -> bool:
    entry = rule_finding.entry
    return any(
        waiver.rule == rule_finding.rule and waiver.reason and entry.holds(waiver) for waiver in entry.waivers
    )


def _waiver_findings(
    entry: Message, used: set[tuple[str, str]], rules: Collection[str]
) -> Iterator[RuleFinding]:
    """Find waivers without a rule, a reason, a finding to waive, or made for other texts."""
    for waiver in entry.waivers:
        finding = None
        if waiver.rule not in RULES:
            near = nearest(waiver.rule, list(RULES)) or RULES
            message = tr("Unknown rule in a waiver: {name}.", name=waiver.rule)
            finding = TextFinding("warning", f"{message} {did_you_mean(near)}")
        elif not waiver.reason:
            finding = TextFinding("warning", tr("The waiver of {name} has no reason.", name=waiver.rule))
        elif not entry.holds(waiver):
            message = tr(
                "The waiver of {name} is for an earlier text: check it again, then remove {digest} or the waiver.",
                name=waiver.rule,
                digest=waiver.digest,
            )
            finding = TextFinding("info", message)
        elif waiver.rule in rules and (entry.context, waiver.rule) not in used:
            message = tr("The waiver of {name} is not needed: remove it.", name=waiver.rule)
            finding = TextFinding("info", message)
        if finding:
            yield RuleFinding(entry, "waiver", finding)


def _finding(language: str, rule_finding: RuleFinding, places: Mapping[str, Where]) -> Finding:
    entry, finding = rule_finding.entry, rule_finding.finding
    message = tr(
        "{context} in {language}: {fault}", context=entry.context, language=language, fault=finding.message
    )
    card = (entry.card,) if entry.card else ()
    where = places.get(entry.context)
    return Finding(rule_finding.rule, finding.severity, message, card, found=finding.found, where=where)
