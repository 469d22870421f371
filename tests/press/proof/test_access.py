"""The proof page in a real browser: what a screen reader is told, and what eyes and fingers find (WCAG 2.2)."""

from __future__ import annotations

from itertools import pairwise

import pytest


def test_a_screen_reader_is_told_everything(browser, monsters, monsters_job):
    browser.open(monsters)
    nodes = list(browser.nodes())
    nameless = [
        role
        for role, name, *_ in nodes
        if role in {"button", "checkbox", "searchbox", "img", "image"} and not name
    ]
    assert nameless == []
    roles = [role for role, *_ in nodes]
    assert {"main", "search", "banner", "contentinfo", "status"} <= set(roles)
    pictures = {" ".join(name.split()) for role, name, *_ in nodes if role in {"img", "image"}}
    for card, _ in monsters_job.cards:
        for language in monsters_job.languages:
            assert " ".join(monsters_job.describe(card, language).split()) in pictures


def test_headings_go_down_one_level_at_a_time(browser, monsters):
    browser.open(monsters)
    levels = [level for role, _, *more in browser.nodes() if role == "heading" for level in more]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below <= above + 1 for above, below in pairwise(levels))


def test_no_id_stands_twice(browser, dataset):
    browser.open(dataset)
    ids = browser.run("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_stand_out_from_their_ground(browser, long, scheme):
    browser.open(long, scheme=scheme)
    browser.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    ratios = browser.contrasts()
    assert len(ratios) > 30
    assert {text: ratio for text, ratio in ratios if ratio < 4.5} == {}


def test_whatever_has_the_focus_shows_it(browser, monsters):
    browser.open(monsters)
    browser.run("document.body.focus()")
    seen = set()
    for _ in range(40):
        browser.press("\ue004")  # tab
        outline, label = browser.run(
            "const at = document.activeElement, shown = at.closest('.card') ?? at;"
            "const line = getComputedStyle(shown);"
            "return [line.outlineStyle === 'none' ? 0 : parseFloat(line.outlineWidth), at.id || at.name || at.className];"
        )
        assert outline >= 2, label
        seen.add(label)
    assert {"skip", "search", "kind", "mark", "lang", "findings", "name"} <= seen


@pytest.mark.parametrize("width", [320, 1300])
def test_nothing_is_too_small_to_hit_or_too_wide_to_see(browser, monsters, width):
    browser.open(monsters, width=width)
    small = browser.run(
        "return [...document.querySelectorAll('button, .choice, summary, input[type=search]')]"
        ".filter((one) => one.getClientRects().length && one.getBoundingClientRect().height < 24)"
        ".map((one) => one.textContent)"
    )
    assert small == []
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
