"""Many decks are checked with the same result in one process and in several, and counted."""

from __future__ import annotations

import multiprocessing
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright import errors, messages
from deckwright.errors import DeckwrightError, InputError, UsageError
from deckwright.findings import Finding, Where
from deckwright.workbench.deck_checks import (
    CheckedDeck,
    CheckOptions,
    CheckSummary,
    check_decks,
    check_each,
    usual_jobs,
    without_cards,
)
from deckwright.workbench.deck_sources import Unchecked, find_decks
from deckwright.workbench.library import open_library

HEAD = "game: data-monsters\nformat: lab\n"


@pytest.fixture
def decks(tmp_path):
    """A folder of 120 decks: some legal in their format, some not, some wrong."""
    folder = tmp_path / "decks"
    folder.mkdir()
    for number in range(120):
        cards = ("mainframe: 2", "mainframe: 3", "mainfram: 1", "mainframe: [")[number % 4]
        (folder / f"{number:03}.yaml").write_text(
            f"{HEAD}cards:\n  {cards}\n  krol-junior: {number % 5 + 1}\n"
        )
    return str(folder)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_decks_are_checked_in_their_order_by_any_number_of_processes(library, decks, jobs, language):
    messages.use(language)
    sources = [
        *find_decks(library, [decks, "data-monsters/startup"]).decks,
        Unchecked("x", InputError("a", "b")),
    ]
    alone = [without_cards(verdict) for verdict in check_decks(library, [decks, "data-monsters/startup"])]
    shared = list(check_each(library, sources, CheckOptions(), jobs))
    assert shared[-1].error.message == "b"
    assert list(map(said, shared[:-1])) == list(map(said, alone))
    assert [one.name for one in shared][:2] == [f"{decks}/000.yaml", f"{decks}/001.yaml"]
    assert Counter(one.error is None for one in alone) == {True: 61, False: 60}


def said(checked):
    """Everything that a result says; errors are equal only to themselves."""
    error = checked.error
    return checked._replace(error=error and (type(error), *vars(error).values()))


def test_processes_read_in_the_language_and_with_the_options_of_the_first(database_path, decks):
    options = CheckOptions("office", 3)
    with open_library(str(database_path), language="fr") as library:
        sources = find_decks(library, [decks]).decks
        alone, shared = (list(check_each(library, sources, options, jobs)) for jobs in (1, 2))
    assert list(map(said, alone)) == list(map(said, shared))
    assert {one.format for one in shared if not one.error} == {"office"}


def test_what_a_process_did_not_finish_is_checked_in_this_one(library, decks):
    sources = find_decks(library, [decks]).decks
    shared = check_each(library, sources, CheckOptions(), 2)
    checked = [next(shared)]
    for process in multiprocessing.active_children():
        process.kill()
    checked += shared
    assert list(map(said, checked)) == [
        said(verdict) for verdict in check_each(library, sources, CheckOptions(), 1)
    ]


def test_a_check_that_is_closed_ends_its_processes(library, decks):
    checked = check_each(library, find_decks(library, [decks]).decks, CheckOptions(), 2)
    assert next(checked).name.endswith("000.yaml")
    checked.close()
    assert list(checked) == []


@pytest.mark.parametrize(("decks", "most"), [(0, 1), (1, 1), (999, 1), (10**6, 10**6)])
def test_few_decks_are_checked_by_one_process(decks, most):
    assert 1 <= usual_jobs(decks) <= most


@pytest.mark.parametrize(
    "kind",
    [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, DeckwrightError)],
)
def test_an_error_says_the_same_in_another_process(kind):
    finding = Finding("size", "error", "Too many.", ("a",), 3, 2, Where("deck.txt", 1, 2), "§1")
    error = kind("code", "message", hint="hint", where=Where("file", 3, 4), findings=[finding])
    copy = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (type(copy), vars(copy), copy.args) == (kind, vars(error), error.args)


FINDINGS = st.builds(
    Finding, st.sampled_from("abc"), st.sampled_from(["error", "warning", "info"]), st.just(".")
)
ERRORS = st.builds(
    lambda kind, code, findings: kind(code, ".", findings=findings),
    st.sampled_from([InputError, UsageError]),
    st.sampled_from("abc"),
    st.lists(FINDINGS, max_size=2),
)
CHECKED = st.one_of(
    st.builds(CheckedDeck, st.just("x"), ERRORS),
    st.builds(
        CheckedDeck,
        st.just("x"),
        st.none(),
        st.sampled_from("gh"),
        st.sampled_from("mn"),
        findings=st.lists(FINDINGS, max_size=4).map(tuple),
    ),
)


@given(st.lists(CHECKED, max_size=12))
def test_a_summary_counts_each_deck_once_for_each_rule(results):
    summary = CheckSummary()
    for one in results:
        summary.add(one)
    checked = [one for one in results if one.error is None]
    assert summary.decks == len(results)
    assert summary.illegal == sum(any(f.severity == "error" for f in one.findings) for one in checked)
    assert summary.legal == len(checked) - summary.illegal
    assert summary.wrong_usage == sum(type(one.error) is UsageError for one in results)
    for (game, form, rule, severity), decks in summary.rules.items():
        assert decks == sum(
            (one.game, one.format) == (game, form)
            and any((f.rule, f.severity) == (rule, severity) for f in one.findings)
            for one in checked
        )
    assert sum(summary.rules.values()) == sum(
        len({(f.rule, f.severity) for f in one.findings}) for one in checked
    )
    failed = [one.error for one in results if one.error is not None]
    assert summary.errors == Counter(
        code for error in failed for code in {f.rule for f in error.findings} or {error.code}
    )
