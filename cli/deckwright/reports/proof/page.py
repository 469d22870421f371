"""The whole page, from the templates in exports/proof.

A Content-Security-Policy keeps it to itself: it may load nothing, and run and wear only what it came with,
which is named by its digest.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections import defaultdict
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING

import deckwright
from deckwright import resources
from deckwright.messages import trn
from deckwright.reports.proof.markup import backs_list, card_item, choices, remarks
from deckwright.reports.proof.texts import data_of
from deckwright.reports.proof.words import LANGUAGE_NAMES, count_words, page_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.findings import Finding
    from deckwright.press.proof import Proof, ProofJob

_PLACE = re.compile(r"\{\{(\w+)\}\}")
_MOST_SIDES = 4
"""How many languages stand side by side at most; more go into a further row."""


def proof_page(job: ProofJob, proof: Proof, language: str) -> str:
    """Write the page; `language` is the user's, which it speaks where no card does."""
    style = _style(job, proof)
    script = _template("page.js")
    texts = {
        **page_words(),
        "language": language,
        "leading": job.languages[0],
        "title": _title(job),
        "about": _about(job),
    }
    texts |= {
        "generator": f"Deckwright {deckwright.__version__}",
        "policy": _policy(style, script),
        "count": count_words(len(job.cards), len(job.cards)),
        "sides": str(min(len(job.languages), _MOST_SIDES)),
        "credits": " · ".join(proof.credits),
    }
    html = {"style": style, "script": script, "definitions": proof.definitions, **_content(job, proof)}
    return _filled(_template("page.html"), {name: escape(text) for name, text in texts.items()} | html)


def _content(job: ProofJob, proof: Proof) -> dict[str, str]:
    """Give the parts of the page that are HTML or JSON already."""
    by_card = _by_card(proof.findings)
    items = [card_item(at, job, proof, by_card[card.id]) for at, (card, _) in enumerate(job.cards)]
    count = count_words("{shown}", "{total}")
    found = sum(card.id in by_card and bool(by_card[card.id]) for card, _ in job.cards)
    return {
        "cards": "\n".join(items),
        "backs": backs_list(job, proof),
        "choices": choices(job, proof, found),
        "remarks": remarks([finding for finding in proof.findings if not finding.subjects]),
        "data": data_of(job, by_card, {"count": count}),
    }


def _by_card(findings: Iterable[Finding]) -> defaultdict[str, list[Finding]]:
    found: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        for card in finding.subjects:
            found[card].append(finding)
    return found


def _title(job: ProofJob) -> str:
    game = job.game.title(job.languages[0])
    return game if job.title in {game, job.game.title(job.game.source_language)} else f"{job.title} · {game}"


def _about(job: ProofJob) -> str:
    cards = trn("{count} card", "{count} cards", sum(copies for _, copies in job.cards))
    return " · ".join([cards, *(LANGUAGE_NAMES.get(language, language) for language in job.languages)])


def _style(job: ProofJob, proof: Proof) -> str:
    widest = max(face.size[0] for face in job.faces.values())
    return f":root {{ --card: {widest:g}mm; }}\n{_template('page.css')}\n{proof.rules}\n"


def _policy(style: str, script: str) -> str:
    return (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "font-src data:; img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _template(name: str) -> str:
    return (resources.folder("exports") / "proof" / name).read_text(encoding="utf-8")


def _filled(template: str, values: Mapping[str, str]) -> str:
    """Put values into the places `{{name}}`; what a value holds stays as it is."""
    return _PLACE.sub(lambda place: values[place[1]], template)
