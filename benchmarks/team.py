"""Let a team work in one PostgreSQL database for a minute: 50 people search, and 5 merge translations.

    python benchmarks/team.py [ADDRESS] [--seconds 60] [--kills 10]

Without an address, a server of its own is started, of which a process is killed so many times: then all connections are lost, and the
server starts anew. Each merge adds a word to a text that the others change too, so that a lost one would be missed at the end, and so
would one of a merge that was told to be undone.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import statistics
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, suppress
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import NamedTuple

from deckwright.errors import ChangedError, DatabaseError
from deckwright.store.database import LOST
from deckwright.store.load import keep_translations
from deckwright.store.locations import database_at, database_with_games
from deckwright.store.search import search
from deckwright.store.translations import read_entries

SEARCHERS, MERGERS, PROCESSES = 50, 5, 5
GAME, LANGUAGE, TEXTS = "data-monsters", "fr", 20
QUERIES = ("data", "kind:monster", "name:d or copies>1", "-kind:tool lake", "revision>=1", "text:de")


PAUSE = 0.2
"""Seconds after which somebody tries again who was told that the server cannot be reached."""

Word = tuple[str, str]
"""Context of a text, and a word in it."""


class Searches(NamedTuple):
    """Seconds that each search took, with its connection, and how many ended with an error."""

    times: list[float]
    errors: int


class Merges(NamedTuple):
    """Seconds of each merge, and its word: of those that were kept, were undone, or of which nobody knows."""

    times: list[float]
    kept: list[Word]
    undone: list[Word]
    unknown: list[Word]
    again: int


def search_for(address: str, end: float, seed: int) -> Searches:
    """Search until the time ends."""
    database, choice, times, errors = database_at(address), random.Random(seed), [], 0  # noqa: S311 - no secret
    while (start := time.time()) < end:
        try:
            with database.reading() as connection:
                search(connection, choice.choice(QUERIES))
        except DatabaseError:
            errors += 1
            time.sleep(PAUSE)
        else:
            times.append(time.time() - start)
    return Searches(times, errors)


def merge_for(address: str, end: float, seed: int) -> Merges:
    """Add words to texts until the time ends."""
    database, choice = database_at(address), random.Random(seed)  # noqa: S311 - no secret
    merges, again, number = Merges([], [], [], [], 0), 0, 0
    while (start := time.time()) < end:
        number += 1
        place: Word = ("", f"w{seed}x{number}")
        try:
            with database.reading() as connection:
                known = read_entries(connection, GAME, LANGUAGE)
            entry = choice.choice(known[:TEXTS])
            place = (entry.context, place[1])
            changed = entry._replace(text=f"{entry.text} {place[1]}", state="draft")
            keep_translations(database, GAME, LANGUAGE, [changed], known)
        except ChangedError:
            again += 1
        except DatabaseError as error:
            (merges.unknown if error.code == LOST else merges.undone).append(place)
            time.sleep(PAUSE)
        else:
            merges.kept.append(place)
            merges.times.append(time.time() - start)
    return merges._replace(again=again)


def kill_for(address: str, end: float, kills: int) -> int:
    """Kill a process of the server so many times until the time ends; how often that was done."""
    database, choice, done = database_at(address), random.Random(1), 0  # noqa: S311 - no secret
    ours = (
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'deckwright' AND pid <> pg_backend_pid()"
    )
    pause = (end - time.time()) / (kills + 1)
    while done < kills and time.time() < end:
        time.sleep(pause)
        try:
            with database.reading() as connection:
                processes = [pid for (pid,) in connection.execute(ours)]
            os.kill(choice.choice(processes), signal.SIGKILL)
            done += 1
        except (DatabaseError, ProcessLookupError, IndexError):
            pause = PAUSE
    return done


def in_threads(work: partial[object], seeds: list[int]) -> list[object]:
    """Do some work once for each seed, all at once in this process."""
    found: list[object] = []
    threads = [threading.Thread(target=lambda seed=seed: found.append(work(seed=seed))) for seed in seeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def waiting_readers(address: str, end: float) -> tuple[int, int]:
    """How many looks at the server found readers that wait for a lock, and how many looks there were."""
    database, found, looks = database_at(address), 0, 0
    waits = (
        "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE NOT granted AND locktype <> 'advisory' AND query LIKE 'SELECT%'"
    )
    while time.time() < end:
        with suppress(DatabaseError), database.reading() as connection:
            found += connection.execute(waits).fetchone()[0]
            looks += 1
        time.sleep(PAUSE)
    return found, looks


def line(name: str, times: list[float], seconds: float) -> str:
    """Figures of what took these times."""
    cuts = statistics.quantiles(times, n=100)
    return (
        f"{name}: {len(times)} ({len(times) / seconds:.0f} a second); median {cuts[49] * 1000:.0f} ms,"
        f" 99 of 100 within {cuts[98] * 1000:.0f} ms, longest {max(times) * 1000:.0f} ms"
    )


def run(address: str, seconds: float, kills: int) -> int:
    """Run all clients, and print the figures; 1 if anything was lost, a reader waited, or somebody was not told the truth."""
    database_with_games(address)
    end = time.time() + seconds
    share = SEARCHERS // PROCESSES
    with ProcessPoolExecutor(PROCESSES + 2) as pool:
        searching = [
            pool.submit(in_threads, partial(search_for, address, end), list(range(at, at + share)))
            for at in range(0, SEARCHERS, share)
        ]
        merging = pool.submit(in_threads, partial(merge_for, address, end), list(range(100, 100 + MERGERS)))
        killing = pool.submit(kill_for, address, end, kills)
        waited, looks = waiting_readers(address, end)
        searches = [one for done in searching for one in done.result()]
        merges = merging.result()
        killed = killing.result()
    with database_at(address).reading() as connection:
        texts = {one.context: one.text.split() for one in read_entries(connection, GAME, LANGUAGE)}
    lost = [word for one in merges for context, word in one.kept if word not in texts[context]]
    untrue = [word for one in merges for context, word in one.undone if context and word in texts[context]]
    print(line("searches", [time for one in searches for time in one.times], seconds))
    print(line("merges", [time for one in merges for time in one.times], seconds))
    print(f"merges that started again, as another changed the same text: {sum(one.again for one in merges)}")
    print(f"words lost: {len(lost)} of {sum(len(one.kept) for one in merges)}")
    print(f"readers that waited for a lock: {waited} in {looks} looks")
    if kills:
        print(
            f"the server was killed {killed} times: {sum(one.errors for one in searches)} searches were told so,"
        )
        print(
            f"and {sum(len(one.undone) for one in merges)} merges that they were undone, of which {len(untrue)} were not;"
            f" of {sum(len(one.unknown) for one in merges)} nobody knew"
        )
    return 1 if lost or untrue or waited or killed < kills else 0


def main() -> int:
    """Run with a server of its own, unless an address is named."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "address", nargs="?", default="", help="address of an empty database; default: a server of its own"
    )
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they work (60)")
    parser.add_argument("--kills", type=int, default=0, help="how often the server is killed meanwhile (0)")
    options = parser.parse_args()
    with ExitStack() as stack:
        address = options.address
        if not address:
            tests = Path(__file__).parents[1] / "tests"
            spec = spec_from_file_location(
                "tests_of_team", tests / "__init__.py", submodule_search_locations=[str(tests)]
            )
            sys.modules["tests_of_team"] = module_from_spec(spec)  # type: ignore[arg-type]
            from tests_of_team.servers import running_server  # type: ignore[import-not-found]

            # What it has said to be kept, it has written, also when it is killed.
            address = stack.enter_context(running_server("-c synchronous_commit=on")).create()
        return run(address, options.seconds, options.kills)


if __name__ == "__main__":
    sys.exit(main())
