"""Time whole processes, and print how many times as long one takes as another."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import resource
    from collections.abc import Sequence


def seconds(command: Sequence[str]) -> float:
    """Wall time of one run in seconds, whatever its exit code."""
    start = time.perf_counter()
    subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
        env=_as_installed(),
    )
    return time.perf_counter() - start


def _as_installed() -> dict[str, str]:
    """Environment in which Python keeps bytecode, which every installed program has; polib has its own anyway."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def ratio(name: str, command: Sequence[str], floor: Sequence[str], *, goal: float, runs: int = 5) -> float:
    """Run both in turn, after one run each to warm up; print and give the ratio of their medians."""
    seconds(command)
    seconds(floor)
    pairs = [(seconds(command), seconds(floor)) for _ in range(runs)]
    ours, theirs = (statistics.median(times) for times in zip(*pairs, strict=True))
    found = ours / theirs
    mark = "" if found <= goal else "  MISSED"
    print(
        f"{name:28} {found:6.2f} x   ({ours * 1000:7.1f} ms / {theirs * 1000:7.1f} ms; goal {goal:g} x){mark}"
    )
    return found


def processor_time(name: str, command: Sequence[str], *, goal: float, runs: int = 5) -> float:
    """Run a command, after one run to warm up; print and give the median of the seconds of processors that its processes took."""
    seconds(command)
    usages = [_usage(command) for _ in range(runs)]
    found = statistics.median(usage.ru_utime + usage.ru_stime for usage in usages)
    mark = "" if found <= goal else "  MISSED"
    print(f"{name:28} {found:6.2f} s of CPU (goal {goal:g}){mark}")
    return found


def peak(name: str, command: Sequence[str], *, goal: float) -> float:
    """Run a command once; print and give the most memory that one of its processes had, in MiB."""
    found = _usage(command).ru_maxrss / 1024
    mark = "" if found <= goal else "  MISSED"
    print(f"{name:28} {found:6.0f} MiB at most (goal {goal:g}){mark}")
    return found


def _usage(command: Sequence[str]) -> resource.struct_rusage:
    """What one run took of the machine, with the processes that it started."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=_as_installed()
    ) as process:
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return used
