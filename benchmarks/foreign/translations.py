"""What the checks of translations find of faults that are planted into published cards.

    python benchmarks/foreign/translations.py DATA [--to it,fr,es,de] [--each 25] [--seed 1] [--list KIND] [--clean RULE]

DATA is a copy of the repository Kamalisk/arkhamdb-json-data, zzorba/marvelsdb-json-data, or another of their form: cards in
`pack/`, and in `translations/LANG/pack/`. Nothing of it is kept. A table shows for each kind how many faults were found: a
fault counts if its text has a finding more than before, which is not a mere note. Below it is how many of the texts as
published have findings, which are false alarms or faults of the translators.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.model.game import Game
from deckwright.model.translation import Message
from deckwright.translation.checks.run import MOST_OF_A_KIND, RULES, findings_by_message
from deckwright.translation.checks.spelling import Speller, check_spelling, dictionaries_for, read_dictionary
from deckwright.translation.checks.wordbook import names_of, wordbook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from deckwright.translation.checks.wordbook import RuleFinding

    Plant = Callable[[str, "Setting"], str | None]

_PARTS = {"name": "name", "text": "text", "flavor": "flavour"}
_ICON = re.compile(r"\[(\w+)\]")
_MARKUP = (
    (r"\[\[(.+?)\]\]", r"***\1***"),
    (r"</?b>", "**"),
    (r"</?(?:i|em|cite|u)>", "*"),
    (r"<br ?/?>", "\n"),
    (r"<hr ?/?>|</?blockquote>|</?p>|</?center>|</?span[^>]*>", ""),
    (r"„([^„“”\"]*)[“”\"]", "„\\1“"),
)
_ALIKE = {"free": "fast", "lightning": "fast", "tentacle": "auto_fail"}
"""Other names of an icon in these data."""
_TWICE = 2
_LEAST_WORDS, _LEAST_LETTERS = 12, 30
_TERMS = {
    "it": {"clue": "indizio", "damage": "danno", "enemy": "nemico", "location": "luogo", "horror": "orrore"},
    "fr": {"clue": "indice", "damage": "dégât", "enemy": "ennemi", "location": "lieu", "horror": "horreur"},
    "es": {"clue": "pista", "damage": "daño", "enemy": "enemigo", "location": "lugar", "horror": "horror"},
    "de": {"clue": "Hinweis", "damage": "Schaden", "enemy": "Gegner", "location": "Ort", "horror": "Horror"},
}


class Setting(NamedTuple):
    """What a fault is planted into: the source of the text, its language, chance, and the other names and texts."""

    entry: Message
    language: str
    chance: random.Random
    names: list[str]
    speller: Speller


def main() -> None:
    """Plant, check, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--to", default="it,fr,es,de")
    parser.add_argument("--each", type=int, default=25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", default="", help="show the faults of this kind that were not found")
    parser.add_argument("--clean", default="", help="show some findings of this rule in texts as published")
    options = parser.parse_args()
    results = {language: _measure(options, language) for language in options.to.split(",")}
    _print(results)


class Result(NamedTuple):
    """Of a language: faults planted and found by kind, texts, those with findings by rule, and words not spelled."""

    planted: Counter[str]
    found: Counter[str]
    texts: int
    with_findings: int
    by_rule: Counter[str]
    words: int


def _measure(options: argparse.Namespace, language: str) -> Result:
    chance = random.Random(options.seed)  # noqa: S311 - not for secrets
    entries = _messages(options.data, language)
    icons = sorted(
        {name for entry in entries for name in re.findall(r"\{([a-z_]+)\}", entry.source)} | set(_ALIKE)
    )
    terms = [{"term": {"en": source, language: text}} for source, text in _TERMS[language].items()]
    definition = {
        "title": "Foreign",
        "icons": {name: f"mdi:{_ALIKE.get(name, name)}" for name in icons},
        "glossary": {"terms": terms},
    }
    game = Game("foreign", "en", ("en", language), definition, {"en": {}, language: {}})
    speller = Speller([read_dictionary(file) for file in dictionaries_for(language)])
    published = _findings(game, language, entries, speller)
    faults = _plant(entries, language, speller, chance, options.each)
    spoiled = [
        entry._replace(text=faults[entry.context][1]) if entry.context in faults else entry
        for entry in entries
    ]
    before = _by_context(entries, published)
    after = _by_context(spoiled, _findings(game, language, spoiled, speller))
    planted, found = Counter[str](), Counter[str]()
    for context, (kind, text) in faults.items():
        planted[kind] += 1
        is_found = bool(after.get(context, set()) - before.get(context, set()))
        found[kind] += is_found
        if not is_found and kind == options.list:
            entry = next(entry for entry in entries if entry.context == context)
            print(f"{context}\n  {entry.source!r}\n  {entry.text!r}\n  {text!r}")
    listed: dict[str, set[tuple[str, str]]] = {}
    for finding in _listed_one_by_one(published):
        listed.setdefault(finding.entry.context, set()).add((finding.rule, finding.finding.message))
    rules = Counter(rule for findings in listed.values() for rule in {rule for rule, _ in findings})
    if options.clean:
        shown = sorted(
            (context, message)
            for context, findings in listed.items()
            for rule, message in findings
            if rule in options.clean.split(",")
        )
        by_context = {entry.context: entry for entry in entries}
        for context, message in chance.sample(shown, min(25, len(shown))):
            print(f"{context}: {message}\n  {by_context[context].source!r}\n  {by_context[context].text!r}")
    words = sum(len(re.findall(r"[^\W\d_]+", entry.text)) for entry in entries)
    return Result(planted, found, len(entries), len(listed), rules, words)


def _messages(data: Path, language: str) -> list[Message]:
    """Texts that are translated; a text that is as its source was not."""
    sources, texts = _cards(data / "pack"), _cards(data / "translations" / language / "pack")
    return [
        Message(f"card-{code}.{_PARTS[part]}", _as_game(sources[code][part]), _as_game(card[part]), "draft")
        for code, card in texts.items()
        for part in _PARTS
        if code in sources and card.get(part) and sources[code].get(part)
        if part == "name" or not _is_left(card[part], sources[code][part])
    ]


def _is_left(text: str, source: str) -> bool:
    """Whether a text was left in the language of its source."""
    words, of_source = (set(re.findall(r"[^\W\d_]{3,}", part)) for part in (text, source))
    return len(words & of_source) > len(words) / 2


def _cards(folder: Path) -> dict[str, Mapping[str, Any]]:
    cards: dict[str, Mapping[str, Any]] = {}
    for file in sorted(folder.rglob("*.json")):
        for card in json.loads(file.read_text(encoding="utf-8")):
            if "code" in card and card.get("name"):
                cards.setdefault(card["code"], card)
    return cards


def _as_game(text: str) -> str:
    """Text with the marks of our games."""
    for pattern, mark in _MARKUP:
        text = re.sub(pattern, mark, text, flags=re.DOTALL)
    text = re.sub(r'"([^"]*)"', "“\\1”", text)
    return _ICON.sub(lambda icon: f"{{{icon[1].lower()}}}", text).replace("'", "’").strip()


def _findings(game: Game, language: str, entries: list[Message], speller: Speller) -> list[RuleFinding]:
    """Findings that are not notes."""
    book = wordbook(game, language, names_of(entries))
    rules = [rule for rule in RULES if rule not in {"fit", "same-as-source"}]
    spelled = check_spelling(book, entries, speller)
    return [
        finding
        for of_message in findings_by_message(book, entries, rules, spelled)
        for finding in of_message
        if finding.finding.severity != "info"
    ]


def listed_findings(game: Game, language: str, entries: list[Message], speller: Speller) -> list[RuleFinding]:
    """Findings that are not notes, without those that `translate check` shows once for many texts."""
    return _listed_one_by_one(_findings(game, language, entries, speller))


def _by_context(
    entries: Iterable[Message], findings: Iterable[RuleFinding]
) -> dict[str, set[tuple[str, str]]]:
    """Rules and messages of findings, by context. An unknown word is one finding, which names all its places."""
    by_context: dict[str, set[tuple[str, str]]] = {}
    unknown: set[str] = set()
    for finding in findings:
        if finding.rule == "spelling":
            unknown.add(finding.finding.passage)
        else:
            by_context.setdefault(finding.entry.context, set()).add((finding.rule, finding.finding.message))
    for entry in entries:
        for word in unknown.intersection(re.findall(r"[^\W\d_]+", entry.text)):
            by_context.setdefault(entry.context, set()).add(("spelling", word))
    return by_context


def _listed_one_by_one(findings: Sequence[RuleFinding]) -> list[RuleFinding]:
    """Findings without those that `translate check` shows once for many texts."""
    counts = Counter(finding.finding.kind for finding in findings)
    return [one for one in findings if not one.finding.kind or counts[one.finding.kind] <= MOST_OF_A_KIND]


# The kinds of faults, each as a function that spoils a text, or returns None where the kind does not apply.


def _change(pattern: str, replacement: str | Callable[[re.Match[str]], str], flags: int = 0) -> Plant:
    """Change one passage, by chance one of all."""

    def spoil(text: str, setting: Setting) -> str | None:
        matches = list(re.finditer(pattern, text, flags))
        if not matches:
            return None
        match = setting.chance.choice(matches)
        new = replacement(match) if callable(replacement) else match.expand(replacement)
        return text[: match.start()] + new + text[match.end() :]

    return spoil


def _rules_only(plant: Plant) -> Plant:
    return lambda text, setting: plant(text, setting) if setting.entry.context.endswith(".text") else None


_NEGATIONS = {
    "it": r"\b[Nn]on ",
    "fr": r"\b(?:ne|pas) |\bn’",
    "es": r"\b[Nn]o ",
    "de": r"\bnicht | kein(?:e|en)?(?= )",
}
_NO_ACCENTS = str.maketrans("àèéìòùâêîôûçñáíóúäöü", "aeeiouaeioucnaiouaou")


def _without_negation(text: str, setting: Setting) -> str | None:
    pattern = _NEGATIONS[setting.language]
    return (
        re.sub(pattern, " ", text)
        if len(re.findall(pattern, text)) in {1, 2}
        and re.search(r"\b(?:not|cannot|\w+n’t)\b", setting.entry.source)
        else None
    )


def _without_accents(text: str, setting: Setting) -> str | None:
    accented = [word for word in re.findall(r"\b[a-zà-ÿ]{4,}\b", text) if word != word.translate(_NO_ACCENTS)]
    words = [word for word in accented if not setting.speller.knows(word.translate(_NO_ACCENTS))]
    if not words:
        return None
    word = setting.chance.choice(words)
    return text.replace(word, word.translate(_NO_ACCENTS), 1)


def _swapped_letters(text: str, setting: Setting) -> str | None:
    words = re.findall(r"\b[a-z]{7,}\b", text)
    if not words:
        return None
    word = setting.chance.choice(words)
    place = setting.chance.randrange(1, len(word) - 2)
    wrong = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return text.replace(word, wrong, 1) if wrong != word else None


def _other_name(text: str, setting: Setting) -> str | None:
    """Name another card where one is named."""
    for name in setting.names:
        if " " in name and name in text and not setting.entry.context.endswith(".name"):
            return text.replace(name, setting.chance.choice(setting.names))
    return None


def _wrong_term(text: str, setting: Setting) -> str | None:
    for source, term in _TERMS[setting.language].items():
        if (
            len(re.findall(rf"\b{source}", setting.entry.source))
            == len(re.findall(rf"\b{term[:-1]}", text))
            == 1
        ):
            return re.sub(rf"\b{term[:-1]}\w*", "gnomo", text)
    return None


def _term_once(text: str, setting: Setting) -> str | None:
    for source, term in _TERMS[setting.language].items():
        if (
            len(re.findall(rf"\b{source}", setting.entry.source))
            == len(re.findall(rf"\b{term[:-1]}", text))
            == _TWICE
        ):
            return re.sub(rf"\b{term[:-1]}\w*", "gnomo", text, count=1)
    return None


def _half(text: str, _: Setting) -> str | None:
    words = text.split(" ")
    return " ".join(words[: len(words) // 2]) if len(words) > _LEAST_WORDS else None


def _sentence_out(text: str, _: Setting) -> str | None:
    parts = re.split(r"(?<=[^\W\d_]{3}\.) (?=[A-ZÀ-Ý])", text)
    return " ".join(parts[:1] + parts[2:]) if len(parts) > _TWICE and "\n" not in text else None


def _capitals(text: str, _: Setting) -> str | None:
    return (
        re.sub(r"\{[A-Z_]+\}", lambda icon: icon[0].lower(), text.upper())
        if len(text) > _LEAST_LETTERS
        else None
    )


def _stop_added(text: str, setting: Setting) -> str | None:
    return f"{text}." if text[-1:].isalpha() and setting.entry.source[-1:].isalpha() else None


def _icon_moved(text: str, _: Setting) -> str | None:
    match = re.search(r"([+-]?\d+) (\{[a-z_]+\})", text)
    return text[: match.start()] + f"{match[2]} {match[1]}" + text[match.end() :] if match else None


KINDS: dict[str, Plant] = {
    "final stop missing": _change(r"\.$", ""),
    "final stop added": _stop_added,
    "`?` for `.`": _change(r"\.$", "?"),
    "inner stop lost": _change(r"(?<=[a-z]{3})\. (?=[A-Z])", " "),
    "sentences joined": _rules_only(_change(r"(?<=[a-z])\. ([A-Z])", lambda match: f", {match[1].lower()}")),
    "sentence split": _rules_only(_change(r"(?<=[a-z]), ([a-z])", lambda match: f". {match[1].upper()}")),
    "sentence left out": _sentence_out,
    "half the text lost": _half,
    "paragraphs joined": _rules_only(_change(r"\n", " ")),
    "colon lost": _change(r"(?<=\w)[ \u00a0]?:(?= )", ""),
    "negation lost": _rules_only(_without_negation),
    "word twice": _change(r"\b([a-zà-ÿ]{2,})(?= [a-z])", r"\1 \1"),
    "bracket open": _change(r"\)", ""),
    "quote open": _change(r"”|(?<=[\w.!?])“|(?<=\w)»|(?<=\w)\"(?=\s|$)", ""),
    "`¿` or `¡` missing": _change(r"[¿¡]", ""),
    "small initial": _change(r"^[A-ZÀ-Ý](?=[a-zà-ÿ])", lambda match: match[0].lower()),
    "small after a stop": _change(r"(?<=[a-z]{4}\. )[A-Z](?=[a-z])", lambda match: match[0].lower()),
    "all in capitals": _capitals,
    "`%s` left over": _change(r"(?<=[a-z]) (?=[a-z])", " %s "),
    "`&nbsp;` left over": _change(r"(?<=[a-z]) (?=[a-z])", "&nbsp;"),
    "`<br>` left over": _change(r"(?<=[a-z]) (?=[a-z])", " <br> "),
    "TODO left over": _change(r"$", " TODO"),
    "number wrong": _rules_only(_change(r"(?<![\w+-])[2-9](?!\w)", lambda match: str(int(match[0]) - 1))),
    "number beyond its icon": _icon_moved,
    "icon lost": _change(r" ?\{[a-z_]+\}", ""),
    "bold lost": _change(r"\*\*(\w[^*]*)\*\*", r"\1"),
    "half star": _change(r"(?<=[a-z]) (?=[a-z])", " *"),
    "arrow lost": _change(r" ?(?:→|->)", ""),
    "arrow of hyphens": _change("→", "->"),
    "dash lost": _change(r" [–—-] ", " "),
    "double space": _change(r"(?<=[a-z]) (?=[a-z])", "  "),
    "space before a comma": _change(r"(?<=[a-z]),", " ,"),
    "space missing after a comma": _change(r"(?<=[a-z]), (?=[a-z])", ","),
    "accent lost": _without_accents,
    "letters swapped": _swapped_letters,
    "term wrong": _rules_only(_wrong_term),
    "term wrong in one of two places": _rules_only(_term_once),
    "another card named": _other_name,
}  # fmt: skip


def _plant(
    entries: list[Message], language: str, speller: Speller, chance: random.Random, each: int
) -> dict[str, tuple[str, str]]:
    """Faults by context, one a text: their kind and the spoiled text."""
    names = sorted({entry.text for entry in entries if entry.context.endswith(".name") and " " in entry.text})
    faults: dict[str, tuple[str, str]] = {}
    shuffled = chance.sample(entries, len(entries))
    for kind, spoil in KINDS.items():
        planted = 0
        for entry in shuffled:
            if planted == each:
                break
            if entry.context in faults or entry.context.endswith(".name"):
                continue
            text = spoil(entry.text, Setting(entry, language, chance, names, speller))
            if text and text != entry.text:
                faults[entry.context] = (kind, text)
                planted += 1
    return faults


def _print(results: Mapping[str, Result]) -> None:
    print(f"| kind | {' | '.join(results)} | all |")
    print("|---|" + "---|" * (len(results) + 1))
    for kind in KINDS:
        cells = [(result.found[kind], result.planted[kind]) for result in results.values()]
        _print_row(kind, [*cells, _sum(cells)])
    totals = [(result.found.total(), result.planted.total()) for result in results.values()]
    _print_row("**all**", [*totals, _sum(totals)])
    for language, result in results.items():
        share = result.with_findings * 100 / result.texts
        rules = ", ".join(f"{rule} {count}" for rule, count in result.by_rule.most_common())
        spelling = result.by_rule["spelling"] * 100 / result.words
        print(
            f"\n{language}: {result.with_findings} of {result.texts} texts as published have findings ({share:.1f} %): {rules}. Spelling: {spelling:.2f} % of words."
        )


def _sum(cells: Iterable[tuple[int, int]]) -> tuple[int, int]:
    found, planted = zip(*cells, strict=True)
    return sum(found), sum(planted)


def _print_row(kind: str, cells: Iterable[tuple[int, int]]) -> None:
    shown = [f"{found} of {planted}" if planted else "–" for found, planted in cells]
    print(f"| {kind} | {' | '.join(shown)} |")


if __name__ == "__main__":
    main()
