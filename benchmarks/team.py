"""Let a team work in one PostgreSQL database for a minute: 50 people search, and 5 merge translations.

    python benchmarks/team.py [ADDRESS] [SECONDS]

Without an address, a server of its own is started. Each merge adds a word to a text that the others change too, so that a
lost one would be missed at the end.
"""

from __future__ import annotations

import random
import statistics
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from deckwright.errors import ChangedError
from deckwright.store.load import keep_translations
from deckwright.store.locations import cards_at, database_at
from deckwright.store.search import search
from deckwright.store.translations import read_entries

SEARCHERS, MERGERS, PROCESSES = 50, 5, 5
GAME, LANGUAGE, TEXTS = "data-monsters", "fr", 20
QUERIES = ("data", "kind:monster", "name:d or copies>1", "-kind:tool lake", "revision>=1", "text:de")


def search_for(address: str, end: float, seed: int) -> list[float]:
    """Search until the time ends; the seconds that each search took, with its connection."""
    database, choice, times = database_at(address), random.Random(seed), []  # noqa: S311 - no secret
    while (start := time.time()) < end:
        with database.reading() as connection:
            search(connection, choice.choice(QUERIES))
        times.append(time.time() - start)
    return times


def merge_for(address: str, end: float, seed: int) -> tuple[list[float], list[tuple[str, str]], int]:
    """Add words to texts until the time ends: the seconds of each merge, the words, and how often to start again."""
    database, choice = database_at(address), random.Random(seed)  # noqa: S311 - no secret
    times: list[float] = []
    words: list[tuple[str, str]] = []
    again = 0
    while (start := time.time()) < end:
        word = f"w{seed}x{len(words)}"
        while True:
            with database.reading() as connection:
                known = read_entries(connection, GAME, LANGUAGE)
            entry = choice.choice(known[:TEXTS])
            changed = entry._replace(text=f"{entry.text} {word}", state="draft")
            try:
                keep_translations(database, GAME, LANGUAGE, [changed], known)
                break
            except ChangedError:
                again += 1
        times.append(time.time() - start)
        words.append((entry.context, word))
    return times, words, again


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
        with database.reading() as connection:
            found += connection.execute(waits).fetchone()[0]
        looks += 1
        time.sleep(0.2)
    return found, looks


def line(name: str, times: list[float], seconds: float) -> str:
    """Figures of what took these times."""
    cuts = statistics.quantiles(times, n=100)
    return (
        f"{name}: {len(times)} ({len(times) / seconds:.0f} a second); median {cuts[49] * 1000:.0f} ms,"
        f" 99 of 100 within {cuts[98] * 1000:.0f} ms, longest {max(times) * 1000:.0f} ms"
    )


def run(address: str, seconds: float) -> int:
    """Run all clients, and print the figures; 1 if anything was lost or a reader waited."""
    cards_at(address)
    end = time.time() + seconds
    share = SEARCHERS // PROCESSES
    with ProcessPoolExecutor(PROCESSES + 1) as pool:
        searching = [
            pool.submit(in_threads, partial(search_for, address, end), list(range(at, at + share)))
            for at in range(0, SEARCHERS, share)
        ]
        merging = pool.submit(in_threads, partial(merge_for, address, end), list(range(100, 100 + MERGERS)))
        waited, looks = waiting_readers(address, end)
        searched = [one for done in searching for times in done.result() for one in times]
        merges = merging.result()
    with database_at(address).reading() as connection:
        texts = {one.context: one.text.split() for one in read_entries(connection, GAME, LANGUAGE)}
    words = [word for _, own, _ in merges for word in own]
    lost = [word for context, word in words if word not in texts[context]]
    print(line("searches", searched, seconds))
    print(line("merges", [one for times, *_ in merges for one in times], seconds))
    print(
        f"merges that started again, as another changed the same text: {sum(again for *_, again in merges)}"
    )
    print(f"words lost: {len(lost)} of {len(words)}")
    print(f"readers that waited for a lock: {waited} in {looks} looks")
    return 1 if lost or waited else 0


def main() -> int:
    """Run with a server of its own, unless an address is named."""
    address = sys.argv[1] if len(sys.argv) > 1 and "://" in sys.argv[1] else ""
    seconds = float(sys.argv[-1]) if sys.argv[1:] and "://" not in sys.argv[-1] else 60.0
    with ExitStack() as stack:
        if not address:
            tests = Path(__file__).parents[1] / "tests"
            spec = spec_from_file_location(
                "tests_of_team", tests / "__init__.py", submodule_search_locations=[str(tests)]
            )
            sys.modules["tests_of_team"] = module_from_spec(spec)  # type: ignore[arg-type]
            from tests_of_team.servers import running_server  # type: ignore[import-not-found]

            address = stack.enter_context(running_server()).create()
        return run(address, seconds)


if __name__ == "__main__":
    sys.exit(main())
