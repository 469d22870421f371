"""Run commands in processes of their own, and kill some at a chosen step: `python processes.py` < jobs.

The processes are copies of one that has imported everything, so that they really run at the same time. The input is a
list of lists of jobs: those of a list run at once, and one list after the other. A job is
`{"arguments": [...], "environment": {...}, "kill": N}`: with N, the process kills itself just before the N-th time that
it moves or links a file, or opens the database.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import tempfile
from importlib import import_module
from pathlib import Path

STEPS = {"os.rename", "os.link", "sqlite3.connect"}
IMPORTED = (
    "commands.edit",
    "commands.export_printer",
    "commands.new_deck",
    "commands.translate_merge",
    "workbench.suggesting",
    "store.load",
    "press.faces.face_file",
)


def child(job, output):
    for stream in (1, 2):
        os.dup2(os.open(output / str(stream), os.O_WRONLY | os.O_CREAT), stream)
    os.environ.update(job.get("environment", {}))
    if "kill" in job:
        kill_at(job["kill"])
    from deckwright.app import run

    code = 255
    try:
        code = run(job["arguments"])
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def kill_at(number):
    left = [number]

    def hook(event, _):
        if event in STEPS:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


def run_at_once(jobs):
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for number, job in enumerate(jobs):
            output = Path(folder, str(number))
            output.mkdir()
            running.append((os.fork() or child(job, output), output))
        ended = [(os.waitstatus_to_exitcode(os.waitpid(one, 0)[1]), output) for one, output in running]
        return [[code, *((output / name).read_text() for name in "12")] for code, output in ended]


def main():
    for name in IMPORTED:
        import_module(f"deckwright.{name}")
    for name in ("filelock", "alembic.command", "sqlalchemy.dialects.sqlite"):
        import_module(name)
    json.dump([run_at_once(jobs) for jobs in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    main()
