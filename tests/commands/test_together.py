"""Several commands at once, and commands that are killed: nothing is lost, and every exit code is true."""

from __future__ import annotations

import shlex
import signal

import polib
import pytest

pytestmark = pytest.mark.needs("fork")

GAME = """\
id: ponds
title: Ponds
source_language: en
languages: [en, fr]
kinds: {frog: {name: Frog}}
"""
MANY = 24
ROUNDS = 20


@pytest.fixture
def game_folder(at_once, tmp_path):
    """Write a game with many cards in one file, and load it."""
    folder = tmp_path / "ponds"
    (folder / "cards").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    cards = "".join(
        f"  - id: frog-{number}\n    name: Frog {number}\n    text: Quiet.\n" for number in range(MANY)
    )
    (folder / "cards" / "frogs.yaml").write_text(f"defaults: {{kind: frog}}\ncards:\n{cards}")
    assert [ran.code for ran in at_once(["load", "ponds"])] == [0]
    return folder


def merge(folder, number, text):
    """Write what a translator sends for one card, and give the command that merges it."""
    file = folder.parent / f"{number}.po"
    head = 'msgid ""\nmsgstr "Project-Id-Version: ponds\\nLanguage: fr\\nContent-Type: text/plain; charset=UTF-8\\n"\n'
    file.write_text(f'{head}\nmsgctxt "frog-{number}.name"\nmsgid "Frog {number}"\nmsgstr "{text}"\n')
    return ["translate", "merge", str(file), "--theirs"]


def edit(number, change, **more):
    """The command that changes a card with a program for an editor."""
    return {
        "arguments": ["edit", f"ponds/frog-{number}"],
        "environment": {"EDITOR": f"sed -i {shlex.quote(change)}"},
        **more,
    }


def names_in(folder):
    entries = polib.pofile(str(folder / "locales" / "fr.po"))
    return {entry.msgctxt: entry.msgstr for entry in entries if entry.msgstr}


def litter(folder):
    return sorted(path.name for path in folder.rglob(".*"))


def is_in_step(at_once):
    """Whether the database has what the folder has."""
    (ran,) = at_once(["db", "check", "--json"])
    return (ran.code, ran.json["findings"]) == (0, [])


@pytest.mark.deep("runs many commands at once")
def test_all_of_many_merges_at_once_arrive(at_once, game_folder):
    done = at_once(*(merge(game_folder, number, f"Grenouille {number}") for number in range(MANY)))
    assert [(ran.code, ran.out) for ran in done] == [
        (0, "ponds in fr: 1 added, 0 changed, 0 stale, 0 unchanged.\n")
    ] * MANY
    assert names_in(game_folder) == {f"frog-{number}.name": f"Grenouille {number}" for number in range(MANY)}
    assert is_in_step(at_once)
    assert litter(game_folder) == []


def test_all_of_many_merges_at_once_into_a_packaged_game_arrive(at_once, deckwright, own_database, tmp_path):
    assert deckwright("translate", "extract", "dataset", "--to", "fr", "-o", "all.po").code == 0
    folder, expected = tmp_path, {}
    for entry in [one for one in polib.pofile(str(folder / "all.po")) if one.msgctxt.endswith(".name")][:8]:
        expected[entry.msgctxt] = entry.msgstr = f"{entry.msgstr} !"
        one = polib.POFile()
        one.metadata = {"Project-Id-Version": "dataset", "Language": "fr"}
        one.append(entry)
        one.save(str(folder / f"{len(expected)}.po"))
    done = at_once(*(["translate", "merge", str(folder / f"{n}.po")] for n in range(1, len(expected) + 1)))
    assert [ran.code for ran in done] == [0] * len(expected), done
    assert deckwright("translate", "extract", "dataset", "--to", "fr", "-o", "now.po").code == 0
    now = {entry.msgctxt: entry.msgstr for entry in polib.pofile(str(folder / "now.po"))}
    assert {name: now[name] for name in expected} == expected
    assert litter(own_database.parent) == []


@pytest.mark.deep("runs hundreds of commands")
def test_edits_of_several_cards_at_once_all_arrive_every_time(in_turn, game_folder):
    rounds = [
        [edit(card, f"s/text: .*/text: Loud {number}./") for card in range(3)] for number in range(ROUNDS)
    ]
    shown = [[["show", f"ponds/frog-{card}", "--json"] for card in range(3)]]
    *done, last = in_turn(*rounds, *shown)
    assert [[ran.code for ran in one] for one in done] == [[0] * 3] * ROUNDS, done
    assert {ran.json["texts"]["en"]["text"] for ran in last} == {f"Loud {ROUNDS - 1}."}
    assert (game_folder / "cards" / "frogs.yaml").read_text().count(f"text: Loud {ROUNDS - 1}.") == 3
    assert litter(game_folder) == []


def test_of_two_edits_of_the_same_line_one_is_refused_and_kept_beside(at_once, game_folder, tmp_path):
    done = at_once(edit(1, "s/Quiet/Loud/; $!N"), edit(1, "s/Quiet/Deep/; $!N"))
    text = (game_folder / "cards" / "frogs.yaml").read_text()
    (refused,) = [ran for ran in done if ran.code]
    assert (refused.code, "same lines of frog-1" in refused.err) == (3, True)
    (saved,) = tmp_path.glob("deckwright-frog-1-*.yaml")
    assert f"Your text was saved as {saved}." in refused.err
    assert {word for word in ("Loud", "Deep") if word in text + saved.read_text()} == {"Loud", "Deep"}
    assert len({word for word in ("Loud", "Deep") if word in text}) == 1


@pytest.mark.deep("runs many commands at once")
def test_an_edit_and_merges_at_once_all_arrive(at_once, game_folder):
    jobs = [
        edit(0, "s/Quiet/Loud/"),
        merge(game_folder, 1, "Une"),
        edit(2, "s/Quiet/Deep/"),
        merge(game_folder, 3, "Trois"),
    ]
    assert [ran.code for ran in at_once(*jobs)] == [0] * 4
    text = (game_folder / "cards" / "frogs.yaml").read_text()
    assert ("Loud" in text, "Deep" in text) == (True, True)
    assert names_in(game_folder) == {"frog-1.name": "Une", "frog-3.name": "Trois"}
    assert is_in_step(at_once)


def test_printers_that_are_saved_at_once_are_all_saved(at_once, tmp_path):
    jobs = [["export", "printer", f"number-{n}", "--offset", f"{n},0"] for n in range(8)]
    assert [ran.code for ran in at_once(*jobs)] == [0] * 8
    (ran,) = at_once(["export", "printer", "--json"])
    assert [one["offset"] for one in ran.json["printers"]] == [[n, 0] for n in range(8)]
    assert litter(tmp_path) == []


@pytest.mark.parametrize("what", ["deck", "game"])
def test_only_one_of_several_makes_a_deck_or_game(at_once, tmp_path, what):
    more = ["--game", "dataset"] if what == "deck" else []
    done = at_once(*(["new", what, "Ponds", *more] for _ in range(6)))
    assert sorted(ran.code for ran in done) == [0, 3, 3, 3, 3, 3], done
    assert {path.name for path in tmp_path.iterdir()} <= {"ponds.yaml", "ponds"}


STEPS = 24
"""More than a command has steps at which it is killed."""


def is_killed(done):
    """Check that the first of the commands were killed, and that the last one did all it had to do."""
    codes = [ran.code for ran in done]
    killed = codes.count(-signal.SIGKILL)
    assert codes == [-signal.SIGKILL] * killed + [0] * (len(codes) - killed)
    return 3 < killed < len(codes)


@pytest.mark.deep("runs hundreds of commands")
def test_a_merge_that_was_killed_at_any_step_is_mended_by_the_next_command(in_turn, game_folder):
    merges = [
        {
            "arguments": merge(game_folder, number, f"Grenouille {number}"),
            "steps": number,
            "signal": signal.SIGKILL,
        }
        for number in range(STEPS)
    ]
    shown = [["show", f"ponds/frog-{number}", "--json"] for number in range(STEPS)]
    done = in_turn(
        *([job] for pair in zip(merges, shown, strict=True) for job in pair), [["db", "check", "--json"]]
    )
    ran = [one for (one,) in done]
    assert is_killed(ran[:-1:2])
    written = names_in(game_folder)
    for number, one in enumerate(ran[1:-1:2]):
        expected = written.get(f"frog-{number}.name", "")
        assert one.json["texts"].get("fr", {}).get("name", "") == expected, number
    assert ran[-1].json["findings"] == []
    assert 0 < len(written) < STEPS


@pytest.mark.deep("runs hundreds of commands")
@pytest.mark.usefixtures("game_folder")
def test_an_edit_that_was_killed_at_any_step_is_mended_by_repeating_it(in_turn):
    edits = [edit(number, f"s/Quiet/Loud {number}/") for number in range(STEPS)]
    done = in_turn(
        *([{**job, "steps": number, "signal": signal.SIGKILL}] for number, job in enumerate(edits)),
        *([job] for job in edits),
        *([["show", f"ponds/frog-{number}", "--json"]] for number in range(STEPS)),
        [["db", "check", "--json"]],
    )
    ran = [one for (one,) in done]
    assert is_killed(ran[:STEPS])
    assert [one.code for one in ran[STEPS : 2 * STEPS]] == [0] * STEPS
    texts = [one.json["texts"]["en"]["text"] for one in ran[2 * STEPS : -1]]
    assert texts == [f"Loud {number}." for number in range(STEPS)]
    assert ran[-1].json["findings"] == []


@pytest.mark.deep("runs hundreds of commands")
def test_a_restore_that_was_killed_at_any_step_leaves_a_database(in_turn, deckwright):
    assert deckwright("db", "backup", "copy.db").code == 0
    jobs = [
        {"arguments": ["db", "restore", "copy.db"], "steps": number, "signal": signal.SIGKILL}
        for number in range(8)
    ]
    checks = [["db", "check", "--json"]] * len(jobs)
    ran = [one for (one,) in in_turn(*([job] for pair in zip(jobs, checks, strict=True) for job in pair))]
    assert is_killed(ran[::2])
    assert [(one.code, one.json["findings"]) for one in ran[1::2]] == [(0, [])] * len(jobs)
