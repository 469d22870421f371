"""Two processes print what one does, to the byte, whatever becomes of the second one."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from io import BytesIO

import pytest

from deckwright.press.drawing import sharing as module
from deckwright.press.printing import print_pdf

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="a second process is used on Linux only"),
    # The tests' own threads are asleep, and the second process does nothing but draw.
    pytest.mark.filterwarnings("ignore:.*multi-threaded, use of fork:DeprecationWarning"),
]


@pytest.fixture
def in_two(monkeypatch):
    """Print with a second process, however few the cards are; tell how many were begun."""
    begun = []
    fork = os.fork

    def counted():
        begun.append(fork())
        return begun[-1]

    monkeypatch.setattr(module, "_pays", lambda _: True)
    monkeypatch.setattr(os, "fork", counted)
    return begun


def printed(job):
    out = BytesIO()
    result = print_pdf(job, out)
    return out.getvalue(), result


@pytest.mark.parametrize("language", ["en", "fr", "it"])
@pytest.mark.parametrize("game", ["data-monsters", "dataset"])
@pytest.mark.parametrize("copies", [1, 2])
def test_two_processes_print_what_one_does(job_of, request, game, language, copies):
    job = job_of(game, language, copies=copies)
    alone = printed(job)
    begun = request.getfixturevalue("in_two")
    assert printed(job) == alone
    assert len(begun) == 1


def test_two_processes_print_with_as_little_ink(job_of, request):
    job = replace(job_of("data-monsters", "it"), low_ink=True)
    alone = printed(job)
    begun = request.getfixturevalue("in_two")
    assert printed(job) == alone
    assert len(begun) == 1


def test_what_is_found_comes_in_the_same_order(job_of, request):
    job = job_of("data-monsters", "fr")
    bare = replace(job, cards=[(replace(card, texts={"en": card.texts["en"]}), 1) for card, _ in job.cards])
    alone = printed(bare)
    request.getfixturevalue("in_two")
    both = printed(bare)
    assert [finding.rule for finding in alone[1].findings].count("untranslated") > 100
    assert both == alone


@pytest.mark.usefixtures("in_two")
@pytest.mark.parametrize("sheets", [0, 1, 2])
def test_what_a_lost_process_owes_is_drawn_here(job_of, monkeypatch, sheets):
    job = job_of("data-monsters", "it")
    whole = printed(job)
    taken = []
    receive = module.Beside._receive  # noqa: SLF001 - the moment at which it can be lost

    def then_lost(self):
        if len(taken) == sheets:
            self._source.close()
            self._source = BytesIO(b"=" + (99).to_bytes(8) + b"cut off")
        taken.append(1)
        receive(self)

    monkeypatch.setattr(module.Beside, "_receive", then_lost)
    assert printed(job) == whole
    assert len(taken) == sheets + 1


def test_a_second_process_that_fails_is_done_without(job_of, request, monkeypatch):
    job = job_of("dataset", "it")
    alone = printed(job)
    request.getfixturevalue("in_two")
    monkeypatch.setattr(module, "_pickled", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    assert printed(job) == alone


def test_none_is_left_behind(job_of, in_two):
    printed(job_of("data-monsters"))
    with pytest.raises(ProcessLookupError):
        os.kill(in_two[0], 0)


def test_few_cards_are_drawn_by_one(job_of, monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: pytest.fail("a few cards are not worth it"))
    printed(job_of("data-monsters"))
