"""What an input of 100 kB can cost each reader: `make cost`, or `python tests/fuzz/cost.py --only yaml,po`.

Each input is a real example with one thing in it many times: a line, a word, a letter, a bracket, a column; alike or numbered. Whatever
takes time that grows faster than its input is dear in one of them. Each reader has a process of its own, and the dearest input of each
is kept in `--out`.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import resource
import subprocess
import sys
import types
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, NamedTuple
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

TESTS = Path(__file__).parents[1]

if __name__ == "__main__":
    # Another package may be called `tests`.
    sys.modules["tests"] = types.ModuleType("tests")
    sys.modules["tests"].__path__ = [str(TESTS)]  # type: ignore[attr-defined] - a namespace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.fuzz.readers import Reader

SIZE = 100_000
"""Bytes of an input."""

UNPACKED = (SIZE, 20 * SIZE)
"""Bytes of a file in an archive, which is packed to fewer."""

PACKED = 12
"""How many enlarged files of each member of an archive are tried, of each size: packing takes longer than reading."""

SECONDS, MEMORY = 2.0, 300
"""The most processor time and megabytes that an input may take."""

LONGEST = 120
"""Seconds of processor time after which an input is given up."""

_TOKEN = re.compile(rb"[^\W\d_]+|\d+|[^\w\s]|\s")
_NUMBERED = re.compile(rb"[A-Za-z][\w-]*")


class Cost(NamedTuple):
    """What an input took: seconds of processor time, megabytes, and what was in it many times."""

    seconds: float
    megabytes: int
    what: str

    @property
    def is_promised(self) -> bool:
        return self.seconds <= SECONDS and self.megabytes <= MEMORY


def enlarged(data: bytes, size: int = SIZE) -> Iterator[tuple[str, bytes]]:
    """Yield a text with one part of it repeated until it has so many bytes, and what that part is."""
    yield "the whole", repeated(data, size)
    lines = dict.fromkeys(data.splitlines(keepends=True))
    for line in lines:
        before, _, after = data.partition(line)
        ended = line if line.endswith(b"\n") else line + b"\n"
        for what, many in (("line", repeated), ("numbered line", numbered)):
            yield f"{what} {_shown(line)}", before + many(ended, size - len(before + after)) + after
    for block in blocks(data):
        before, _, after = data.partition(block)
        yield f"numbered block {_shown(block)}", before + numbered(block, size - len(before + after)) + after
    for token in dict.fromkeys(_TOKEN.findall(data)):
        before, _, after = data.partition(token)
        room = size - len(before + after)
        for between in (b"", b" ", b",", b"\n"):
            yield f"{_shown(token)} and {_shown(between)}", before + repeated(token + between, room) + after
        if _NUMBERED.fullmatch(token):
            for between in (b", ", b" "):
                yield (
                    f"numbered {_shown(token)} and {_shown(between)}",
                    before + numbered(token + between, room) + after,
                )
    for what in (
        "{}",
        "[]",
        "()",
        "<>",
        '""',
        "{[",
        "/*",
        "é́",
        "ﬁ",
        "w ",
        "-a",
        "a.",
        "1,",
        "x: ",
        "#\n",
        "\t",
    ):
        yield f"a {what!r}", repeated(what.encode(), size)
        half, (opening, *_) = size // 2, what.encode().decode()
        yield f"nested {what!r}", repeated(opening.encode(), half) + repeated(what[-1].encode(), half)


def blocks(data: bytes) -> Iterator[bytes]:
    """Yield each line that has lines below it which are indented further, with these."""
    lines = data.splitlines(keepends=True)
    indents = [len(line) - len(line.lstrip(b" -")) if line.strip() else 99 for line in lines]
    for start, indent in enumerate(indents):
        end = start + 1
        while end < len(lines) and indents[end] > indent:
            end += 1
        if end > start + 1:
            yield b"".join(lines[start:end])


def widened(data: bytes, size: int = SIZE) -> Iterator[tuple[str, bytes]]:
    """Yield a table with more columns than it has, and as many values."""
    rows = data.splitlines() or [b""]
    each = size // max(len(rows), 1) // 12
    for heading in rows[0].split(b",")[:8]:
        more = b"".join(b",%s%d" % (heading.strip(b'"'), number) for number in range(each))
        values = b"".join(b",v%d" % number for number in range(each))
        yield (
            f"columns {_shown(heading)}",
            b"\n".join([rows[0] + more, *(row + values for row in rows[1:])]),
        )


def repacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield an archive with the files in it enlarged, as far as they are packed to no more than an input."""
    try:
        members = {
            info.filename: ZipFile(io.BytesIO(data)).read(info)
            for info in ZipFile(io.BytesIO(data)).infolist()
        }
    except BadZipFile:
        return
    for name, content in members.items():
        for size in UNPACKED:
            for what, large in islice(enlarged(content, size), PACKED):
                yield f"{name}, {size >> 10} kB: {what}", packed({**members, name: large})
    most = {f"{number}-{name}": content for name, content in members.items() for number in range(SIZE // 200)}
    yield "many files", packed(most)


def packed(members: dict[str, bytes]) -> bytes:
    """Bytes of an archive of these files."""
    made = io.BytesIO()
    with ZipFile(made, "w", ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def repeated(part: bytes, size: int) -> bytes:
    """A part as often as there is room."""
    return part * max(1, size // max(len(part), 1))


def numbered(part: bytes, size: int) -> bytes:
    """A part as often as there is room, with a number of its own after each word."""
    count = max(1, size // (len(part) + 6 * len(_NUMBERED.findall(part)) + 1))
    return b"".join(
        _NUMBERED.sub(lambda word, n=number: word[0] + b"%d" % n, part) for number in range(count)
    )


def _shown(part: bytes) -> str:
    return repr(part[:30].decode("utf-8", "replace"))


def inputs_of(reader: Reader, most: int) -> list[tuple[str, bytes]]:
    """Enlarged examples of a reader, a sample of them if there are more than `most`; the same each time."""
    kinds: dict[str, tuple[Callable[[bytes], Iterator[tuple[str, bytes]]], ...]] = {
        "zip": (repacked,),
        "table": (enlarged, widened),
    }
    pick = Random(reader.name)  # noqa: S311 - no secrets
    examples = sorted(reader.examples(), key=len)
    made: list[tuple[str, bytes]] = []
    share = max(8, most // max(len(examples), 1))
    for number, example in enumerate(pick.sample(examples, min(len(examples), most // 8))):
        larger = [
            (f"example {number}: {what}", data)
            for kind in kinds.get(reader.grammar, (enlarged,))
            for what, data in kind(example[: SIZE // 2])
            if len(data) <= SIZE + len(example)
        ]
        made += pick.sample(larger, min(len(larger), share))
    return made


def cost_of(reader: Reader, data: bytes) -> tuple[float, int]:
    """Processor time and megabytes that an input takes, in this process and in those that it starts."""
    from tests.fuzz import invariants

    invariants.forget_peak()
    memory, began, children = invariants.peak_memory(), process_time(), _children()
    with suppress(*reader.refuses):
        reader.read(data)
    took = process_time() - began + _children() - children
    return took, (invariants.peak_memory() - memory) >> 20


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(name: str, most: int, out: Path) -> None:
    """Measure a reader in this process, and write down what is dearest."""
    from tests.fuzz.readers import BY_NAME

    reader = BY_NAME[name]
    for example in reader.examples()[:3]:  # what is imported and kept is no cost of an input
        cost_of(reader, example)
    folder = out / name.replace(" ", "-")
    folder.mkdir(parents=True, exist_ok=True)
    longest, largest, over = Cost(0, 0, ""), Cost(0, 0, ""), 0
    inputs = inputs_of(reader, most)
    for number, (what, data) in enumerate(inputs, 1):
        (folder / "now").write_bytes(data)  # for an input that ends the process
        (folder / "now.txt").write_text(what, encoding="utf-8", errors="replace")
        resource.setrlimit(resource.RLIMIT_CPU, (int(process_time()) + LONGEST, resource.RLIM_INFINITY))
        cost = Cost(*cost_of(reader, data), what)
        over += not cost.is_promised
        if cost.seconds > longest.seconds:
            longest = cost
            (folder / "longest").write_bytes(data)
        if cost.megabytes > largest.megabytes:
            largest = cost
            (folder / "largest").write_bytes(data)
        figures = {"inputs": number, "over": over, "longest": longest, "largest": largest}
        (folder / "cost.json").write_text(json.dumps(figures), encoding="utf-8")
    (folder / "now").unlink(missing_ok=True)


def _row(name: str, out: Path) -> tuple[str, bool]:
    """Line of the table of one reader, and whether it holds what is promised."""
    folder = out / name.replace(" ", "-")
    if (folder / "now").is_file():
        return (
            f"| {name} | | ended by an input: {(folder / 'now.txt').read_text(encoding='utf-8')} | |",
            False,
        )
    figures = json.loads((folder / "cost.json").read_text(encoding="utf-8"))
    longest, largest = Cost(*figures["longest"]), Cost(*figures["largest"])
    row = f"| {name} | {figures['inputs']} | {longest.seconds:.2f} | {largest.megabytes} |"
    is_promised = longest.is_promised and largest.is_promised
    return (
        row if is_promised else f"{row} {figures['over']} over: {longest.what}; {largest.what}",
        is_promised,
    )


def main() -> int:
    """Measure the readers named, or all, one after the other; 1 if one takes more than it may."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", default="", help="readers, with commas between them; all by default")
    parser.add_argument("--inputs", type=int, default=400, help="inputs for each reader, at most (400)")
    parser.add_argument("--out", type=Path, default=Path("out/cost"), help="folder for the dearest inputs")
    parser.add_argument("--reader", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.reader:
        measure(given.reader, given.inputs, given.out)
        return 0
    from tests.fuzz.readers import BY_NAME

    names = given.only.split(",") if given.only else list(BY_NAME)
    print("| reader | inputs | seconds | MB |\n|---|--:|--:|--:|", flush=True)  # noqa: T201 - the figures
    all_hold = True
    for name in names:
        command = [
            sys.executable,
            __file__,
            "--reader",
            name,
            "--inputs",
            str(given.inputs),
            "--out",
            str(given.out),
        ]
        folder = given.out / name.replace(" ", "-")
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "log").open("wb") as log:
            subprocess.run(
                command,
                check=False,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONPATH": str(TESTS.parent / "cli"), "PYTHONHASHSEED": "0"},
            )
        row, holds = _row(name, given.out)
        all_hold &= holds
        print(row, flush=True)  # noqa: T201 - the figures
    return 0 if all_hold else 1


if __name__ == "__main__":
    sys.exit(main())
