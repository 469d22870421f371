"""Run commands in processes of their own that are copies of one which has imported everything: a tenth of the time.

`python copies.py` reads lists of jobs, one list a line. The jobs of a list run at once; when all have ended, it writes
their exit codes. A job has the keys `arguments`, `environment` (the whole of it), `folder` (where the command runs),
`output` (where the files `0`, `1` and `2` are: its standard input, output and error), and perhaps `steps`: the process is
sent `signal` at each file that it moves or links and each database that it opens, after the first so many.
"""

from __future__ import annotations

import gc
import json
import os
import pkgutil
import signal
import sys
from importlib import import_module

STEPS = {"os.rename", "os.link", "sqlite3.connect"}

LIBRARIES = (
    "alembic.autogenerate",
    "alembic.command",
    "alembic.runtime.migration",
    "filelock",
    "fontTools.subset",
    "fontTools.ttLib",
    "jsonschema",
    "jsonschema_rs",
    "logging.config",
    "xlsxwriter",
    "PIL.Image",
    "PIL.ImageDraw",
    "PIL.PngImagePlugin",
    "PIL.JpegImagePlugin",
    "platformdirs.unix",
    "pypdfium2",
    "pyphen",
    "rapidfuzz",
    "reportlab.pdfbase.ttfonts",
    "reportlab.pdfgen.canvas",
    "rich.console",
    "rich.table",
    "ruamel.yaml",
    "sqlalchemy.dialects.sqlite",
    "sqlalchemy.orm",
    "sqlmodel",
    "stringprep",
    "typer",
    "urllib.request",
)
"""What commands import when they need it."""


def import_everything():
    import deckwright

    for module in pkgutil.walk_packages(deckwright.__path__, "deckwright."):
        if not module.name.endswith((".env", ".__main__")) and ".versions" not in module.name:
            import_module(module.name)
    for name in LIBRARIES:
        import_module(name)
    import_module("PIL.Image").init()
    gc.collect()
    gc.freeze()


def become(job):
    """Turn this copy into the process that the shell would have started."""
    import deckwright.__main__ as program

    for stream, flags in enumerate([os.O_RDONLY, os.O_WRONLY, os.O_WRONLY]):
        os.dup2(os.open(f"{job['output']}/{stream}", flags), stream)
    os.environ.clear()
    os.environ.update(job["environment"])
    os.chdir(job["folder"])
    sys.argv = [program.__file__, *job["arguments"]]
    gc.unfreeze()
    if "steps" in job:
        send_after(job["steps"], job["signal"])
    program.main()


def send_after(steps, number):
    left = [steps]

    def hook(event, _):
        if event in STEPS:
            left[0] -= 1
            if left[0] < 0:
                os.kill(os.getpid(), number)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.addaudithook(hook)


def run_at_once(jobs):
    running = [os.fork() or become(job) for job in jobs]
    return [os.waitstatus_to_exitcode(os.waitpid(one, 0)[1]) for one in running]


def main():
    """Read from and write to copies of the standard streams: the commands are to have these."""
    requests, answers = os.fdopen(os.dup(0), "r"), os.fdopen(os.dup(1), "w")
    import_everything()
    for line in requests:
        answers.write(json.dumps(run_at_once(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
