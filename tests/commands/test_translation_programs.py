"""What programs of translators make of our files comes back whole: OmegaT, Poedit, Translate Toolkit, gettext and LibreOffice."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import time

import polib
import pytest

from ..processes import PATIENCE

GAME = """\
id: lab
title: Lab
source_language: en
languages: [en, fr]
icons: {tech: "mdi:chip", sci: "mdi:flask"}
kinds: {tool: {name: Tool}}
glossary:
  terms:
    - term: {en: market, fr: marché}
"""
CARDS = """\
defaults: {kind: tool}
cards:
  - {id: hammer, name: Hammer, text: "Take **one** {tech} < the market & {sci}.\\n\\nThen stop."}
  - {id: saw, name: Saw, flavour: Better than a hammer.}
  - {id: file, name: File, text: "=1+1"}
"""
PO = """\
msgid ""
msgstr ""
"Language: fr\\n"
"Content-Type: text/plain; charset=UTF-8\\n"

# state: reviewed
# by: Anna
# on: 2026-11-01
msgctxt "hammer.name"
msgid "Hammer"
msgstr "Marteau"

# A pun.
#, fuzzy
msgctxt "saw.name"
msgid "Saw"
msgstr "Scie"

# waive same-as-source: it is a formula
msgctxt "file.text"
msgid "=1+1"
msgstr "=1+1"
"""
TEXT = "Take **one** {tech} < the market & {sci}.\n\nThen stop."
TRANSLATION = "Prenez **un** {tech} < le marché & {sci}.\n\nPuis cessez."
PROJECT = """\
<?xml version="1.0" encoding="UTF-8"?>
<omegat><project version="1.0">
{folders}
<source_lang>en</source_lang><target_lang>fr</target_lang><sentence_seg>false</sentence_seg>
<support_default_translations>true</support_default_translations><remove_tags>false</remove_tags>
</project></omegat>
"""


@pytest.fixture
def lab(deckwright, tmp_path):
    """A game that is translated in part, as it was loaded and merged once."""
    folder = tmp_path / "lab"
    for name, text in {"game.yaml": GAME, "cards/tools.yaml": CARDS, "locales/fr.po": PO}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    assert deckwright("load", "lab").code == 0
    assert deckwright("translate", "extract", "lab", "--to", "fr", "-o", "first.po").code == 0
    first = polib.pofile(str(tmp_path / "first.po"))
    first.find("game:title", by="msgctxt").msgstr = "Labo"
    first.save()
    assert deckwright("translate", "merge", "first.po").code == 0
    return folder


@pytest.fixture
def extract(lab, deckwright):
    """Write the texts into a file."""

    def extracted(name, *arguments):
        ran = deckwright("translate", "extract", "lab", "--to", "fr", "-o", name, *arguments)
        assert ran.code == 0, ran.err
        return lab.parent / name

    return extracted


@pytest.fixture
def merge(deckwright):
    """Merge a file, and return what became of its texts."""

    def merged(file):
        ran = deckwright("translate", "merge", str(file), "--game", "lab", "--to", "fr", "--json")
        assert ran.code == 0, ran.out
        return ran.json["added"], ran.json["changed"], ran.json["stale"]

    return merged


def run(*command, **options):
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def translation(lab, context="hammer.text"):
    return polib.pofile(str(lab / "locales" / "fr.po")).find(context, by="msgctxt").msgstr


def with_translation(file):
    """Translate one text in a PO file, as a translator does."""
    po = polib.pofile(str(file))
    po.find("hammer.text", by="msgctxt").msgstr = TRANSLATION
    po.save()
    return file


@pytest.fixture
def omegat(program, tmp_path):
    """Translate files by a memory in OmegaT, and return the folder of the translated files, and its own memory."""
    command = program("omegat")

    def translated(files, memory):
        project = tmp_path / "project"
        folders = ("source", "target", "tm/auto", "glossary", "dictionary", "omegat")
        for folder in folders:
            (project / folder).mkdir(parents=True)
        named = ("source_dir", "target_dir", "tm_dir", "glossary_dir", "dictionary_dir")
        places = "\n".join(f"<{name}>__DEFAULT__</{name}>" for name in named)
        (project / "omegat.project").write_text(PROJECT.format(folders=places))
        for file in files:
            shutil.copy(file, project / "source")
        shutil.copy(memory, project / "tm" / "auto")
        settings = f"--config-dir={tmp_path / 'settings'}"
        run(command, "--mode=console-translate", "--no-team", settings, str(project))
        return project / "target", project / "project-level1.tmx"

    return translated


def test_omegat_translates_by_our_memory_and_its_file_is_merged(lab, deckwright, omegat, merge):
    assert deckwright("translate", "extract", "lab", "--to", "fr", "--package", "handout").code == 0
    handout = lab.parent / "handout"
    memory = handout / "memory.tmx"
    [unit] = re.findall(r"    <tu>.*?</tu>\n", memory.read_text(encoding="utf-8"), re.DOTALL)[:1]
    source, text = (part.replace("<", "&lt;").replace("&", "&amp;", 0) for part in (TEXT, TRANSLATION))
    segments = [part.replace(" & ", " &amp; ") for part in (source, text)]
    added = re.sub("<seg>.*?</seg>", lambda _: f"<seg>{segments.pop(0)}</seg>", unit)
    memory.write_text(memory.read_text(encoding="utf-8").replace(unit, unit + added), encoding="utf-8")
    before = polib.pofile(str(handout / "lab.fr.po"))
    target, own_memory = omegat([handout / "lab.fr.po"], memory)
    after = polib.pofile(str(target / "lab.fr.po"))
    kept = [(entry.msgctxt, entry.comment, entry.tcomment, entry.occurrences) for entry in before]
    assert [(entry.msgctxt, entry.comment, entry.tcomment, entry.occurrences) for entry in after] == kept
    assert merge(target / "lab.fr.po") == (1, 0, 0)
    assert translation(lab) == TRANSLATION
    assert merge(own_memory) == (0, 0, 0)


def test_omegat_keeps_the_icons_and_states_of_xliff(extract, omegat, merge, lab):
    merge(with_translation(extract("a.po")))
    target, _ = omegat([extract("a.xliff")], extract("a.tmx"))
    assert (target / "a.xliff").read_text(encoding="utf-8").strip() == (lab.parent / "a.xliff").read_text(
        encoding="utf-8"
    ).strip()
    assert merge(target / "a.xliff") == (0, 0, 0)


def test_translate_toolkit_makes_xliff_of_our_po_and_po_of_that(extract, program, merge, lab):
    file = with_translation(extract("a.po"))
    xliff, back = lab.parent / "a.po.xlf", lab.parent / "back.po"
    run(program("po2xliff"), "--progress=none", str(file), str(xliff))
    run(program("xliff2po"), "--progress=none", str(xliff), str(back))
    assert merge(xliff) == (1, 0, 0)
    assert translation(lab) == TRANSLATION
    assert merge(back) == (0, 0, 0)


def test_translate_toolkit_finds_nothing_against_a_right_file(extract, program, lab):
    file, faulty = with_translation(extract("a.po")), lab.parent / "faulty.po"
    tests = "-tvariables", "-txmltags", "-tnewlines", "-tunchanged", "-tescapes"
    pofilter = (program("pofilter"), "--progress=none", "--nofuzzy", *tests)
    run(*pofilter, str(file), str(faulty))
    found = polib.pofile(str(faulty)) if faulty.exists() else []
    assert [entry.msgctxt for entry in found] in ([], ["file.text"])


def test_msgmerge_and_msgfmt_keep_our_files(extract, program, merge, lab, deckwright):
    file = with_translation(extract("a.po"))
    run(program("msgmerge"), "--quiet", "-o", str(file), str(file), str(lab / "locales" / "lab.pot"))
    run(program("msgfmt"), "--check", "-o", str(lab.parent / "a.mo"), str(file))
    assert merge(file) == (1, 0, 0)
    written, template = lab / "locales" / "fr.po", lab / "locales" / "lab.pot"
    flags = [entry.flags for entry in polib.pofile(str(written))]
    assert ["fuzzy", "max-length:74"] in flags
    run(program("msgmerge"), "--quiet", "--update", "--backup=off", str(written), str(template))
    run(program("msgfmt"), "--check", "-o", str(lab.parent / "b.mo"), str(written))
    # gettext drops flags that it does not know; the next load writes them again.
    assert [entry.flags for entry in polib.pofile(str(written))] != flags
    assert deckwright("load", "lab").code == 0
    assert [entry.flags for entry in polib.pofile(str(written))] == flags
    file = extract("b.po")
    po = polib.pofile(str(file))
    po.find("saw.flavour", by="msgctxt").msgstr = "Mieux qu’un marteau."
    po.save()
    assert merge(file) == (1, 0, 0)
    assert [entry.flags for entry in polib.pofile(str(written))] == flags


@pytest.fixture
def screen(program):
    """A screen that nobody sees."""
    server = program("Xvfb")
    reading, writing = os.pipe()
    command = (server, "-displayfd", str(writing), "-screen", "0", "1024x768x24")
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as running:
        os.close(writing)
        # It writes its number when it is ready; if it ends before, there is none.
        ready, _, _ = select.select([reading], [], [], 240)
        with os.fdopen(reading, encoding="ascii") as number:
            name = number.readline().strip() if ready else ""
        if name:
            yield f":{name}"
        running.terminate()
        assert name, "Xvfb does not start"


@pytest.fixture
def poedit(program, screen, tmp_path):
    """Open a file in Poedit, save it with the keyboard, and quit."""
    editor, keyboard = program("poedit"), program("xdotool")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    # A language of its own, and nobody else's Poedit, which would open the file in its window.
    environment |= {
        "DISPLAY": screen,
        "HOME": str(tmp_path),
        "LC_ALL": "C.UTF-8",
        "DBUS_SESSION_BUS_ADDRESS": "disabled:",
    }

    def press(keys, is_done):
        """Press keys until they have their effect: a window that opens is seen before it listens."""
        command = (keyboard, "search", "--onlyvisible", "--name", "Poedit", "windowfocus", "key", keys)
        for _ in range(600):
            if is_done():
                return
            subprocess.run(command, env=environment, check=False, capture_output=True, timeout=PATIENCE)
            time.sleep(0.5)
        pytest.fail(f"{keys} has no effect in Poedit")

    def save(file):
        with subprocess.Popen([editor, str(file)], env=environment, stderr=subprocess.DEVNULL) as running:
            try:
                press("ctrl+s", lambda: "X-Generator: Poedit" in file.read_text(encoding="utf-8"))
                press("ctrl+q", lambda: running.poll() is not None)
            finally:
                running.kill()

    return save


def test_poedit_saves_our_files_and_nothing_is_lost(extract, poedit, merge, lab, deckwright):
    file = with_translation(extract("a.po"))
    poedit(file)
    assert merge(file) == (1, 0, 0)
    written = lab / "locales" / "fr.po"
    before = [(str(entry), entry.flags) for entry in polib.pofile(str(written))]
    assert translation(lab) == TRANSLATION
    assert any("# state: reviewed" in text for text, _ in before)
    assert any("max-length:74" in flags for _, flags in before)
    poedit(written)
    assert deckwright("load", "lab").code == 0
    file = extract("b.po")
    po = polib.pofile(str(file))
    po.find("saw.flavour", by="msgctxt").msgstr = "Mieux qu’un marteau."
    po.save()
    assert merge(file) == (1, 0, 0)
    after = [
        (str(entry), entry.flags) for entry in polib.pofile(str(written)) if entry.msgctxt != "saw.flavour"
    ]
    assert after == [(text, flags) for text, flags in before if 'msgctxt "saw.flavour"' not in text]


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_libreoffice_keeps_tables_of_translators(extract, program, merge, lab, tmp_path, form):
    file = extract(f"a.{form}")
    office, profile = program("soffice"), (tmp_path / "profile").as_uri()
    command = [office, f"-env:UserInstallation={profile}", "--headless", "--norestore"]
    command += ["--infilter=Text - txt - csv (StarCalc):44,34,76,,,,true"] if form == "csv" else []
    saved = "csv:Text - txt - csv (StarCalc):44,34,76,,,,true" if form == "csv" else form
    run(*command, "--convert-to", saved, "--outdir", str(tmp_path / "saved"), str(file))
    assert merge(tmp_path / "saved" / f"a.{form}") == (0, 0, 0)
    assert translation(lab, "file.text") == "=1+1"
