"""Workbooks that are made by hand, part by part, for what no spreadsheet program would write."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, NamedTuple

import pytest

from deckwright.errors import InputError
from deckwright.files.workbooks import read_spreadsheet

from ..processes import PATIENCE

if TYPE_CHECKING:
    from pathlib import Path

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_TIES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
_ODS = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for name in ("office", "table", "text", "style", "drawing")
)


def packed(parts):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return content.getvalue()


def xlsx(*sheets, texts="", **more):
    """A workbook of sheets, each the XML of its rows, with what follows the rows after a `|`."""
    listed = "".join(f'<sheet name="S{n}" sheetId="{n}" r:id="r{n}"/>' for n, _ in enumerate(sheets, 1))
    ties = "".join(
        f'<Relationship Id="r{n}" Type="{_TIES}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n, _ in enumerate(sheets, 1)
    )
    parts = {
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_TIES}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{ties}</Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{texts}</sst>',
    }
    for number, rows in enumerate(sheets, 1):
        data, _, after = rows.partition("|")
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{data}</sheetData>{after}</worksheet>'
        )
    return packed({**parts, **more})


def ods(*tables, styles="", **more):
    """A workbook of tables, each the XML of its rows."""
    inside = "".join(
        f'<table:table table:name="S{n}">{rows}</table:table>' for n, rows in enumerate(tables, 1)
    )
    content = (
        f'<office:document-content {_ODS} xmlns:calcext="urn:org:documentfoundation:names:calc:calcext:1.0">'
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{inside}</office:spreadsheet></office:body></office:document-content>"
    )
    mimetype = "application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": mimetype, "content.xml": content, **more})


def inline(place, text):
    return f'<c r="{place}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'


def rows_of(data, file, sheet=0):
    return [(row.number, row.cells) for row in read_spreadsheet(data, file).worksheets[sheet].rows]


def fault_of(data, file):
    with pytest.raises(InputError) as caught:
        read_spreadsheet(data, file)
    return caught.value


class Read(NamedTuple):
    """How reading a file in a process of its own ended: the error, and the most memory in MiB."""

    code: str
    where: str
    message: str
    memory: float


_SCRIPT = """
import json, pathlib, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (700 << 20, 700 << 20))
from deckwright.errors import InputError
from deckwright.files.workbooks import read_spreadsheet
path = pathlib.Path(sys.argv[1])
code = where = message = ""
try:
    read_spreadsheet(path.read_bytes(), path.name)
except InputError as fault:
    code, where, message = fault.code, str(fault.where), f"{fault.message} {fault.hint}"
status = pathlib.Path("/proc/self/status")  # the figure of `resource` may be that of the process that started this one
peak = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")] if status.exists() else []
memory = int(peak[0].split()[1]) / 1024 if peak else 0
print(json.dumps([code, where, message, memory]))
"""


def read_apart(path: Path) -> Read:
    """Read a file in a process whose memory is limited, and which may abort."""
    ran = subprocess.run(
        [sys.executable, "-c", _SCRIPT, path], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return Read(*json.loads(ran.stdout))
