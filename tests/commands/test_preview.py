"""`deckwright preview`, with the real process and a real browser: files are saved as editors do, and the page follows."""

from __future__ import annotations

import errno
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
from urllib.parse import urlsplit

import pytest
from PIL import Image

from deckwright import resources
from deckwright.commands.preview import PreviewServer, _follow
from deckwright.workbench.library import WantedLanguage
from deckwright.workbench.previewing import Preview

from ..processes import PATIENCE

pytestmark = pytest.mark.needs("fork")

GAME = """
id: ponds
title: Ponds
source_language: en
languages: [en, it]
fields:
  jump: {title: Jump, type: integer}
kinds: {frog: {name: Frog, fields: [jump], face: frog}}
"""
FACE = """extends: base
palette: {pond: "#1f7a4d"}
boxes:
  - {id: title, text: "{name}", at: [6, 6, 50, 8]}
  - {id: rules, text: "{text}", at: [6, 40, 50, 30], style: {size: 9, min: 9}}
  - {shape: circle, at: [40, 20, 12, 12], fill: pond}
  - {number: jump, at: [40, 20, 12, 12]}
"""
CARDS = "cards:\n" + "".join(
    f"  - {{id: frog-{number}, kind: frog, name: Frog {number}, text: 'Jump {number} times.', "
    f"fields: {{jump: {number}}}}}\n"
    for number in range(1, 25)
)
ITALIAN = """msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

msgctxt "frog-1.name"
msgid "Frog 1"
msgstr "Rana 1"
"""


@pytest.fixture
def ponds(tmp_path):
    """A game's folder."""
    folder = tmp_path / "ponds"
    for name in ("cards", "faces", "locales"):
        (folder / name).mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "cards" / "frogs.yaml").write_text(CARDS)
    (folder / "faces" / "frog.yaml").write_text(FACE)
    (folder / "locales" / "it.po").write_text(ITALIAN)
    return folder


class Running:
    """A preview that runs; `address` is what it printed."""

    def __init__(self, folder, *arguments):
        environment = {
            name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ
        }
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "deckwright",
                "preview",
                *arguments,
                "--db",
                str(folder / "no.db"),
                "--json",
            ],
            cwd=folder,
            env={
                **environment,
                "LANG": "C.UTF-8",
                "PYTHONWARNINGS": "error",
                "BROWSER": str(folder / "browser"),
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - it only sets it
        )
        timer = threading.Timer(PATIENCE, self.process.kill)
        timer.start()
        text = ""
        while not text.endswith("}\n"):
            line = self.process.stdout.readline()
            assert line, self.process.stderr.read()
            text += line
        timer.cancel()
        self.answer = json.loads(text)
        self.address = self.answer["address"]

    def get(self, path="", *, method="GET", host="", whole=False):
        """Ask for a path below the token, or from the root of the server; return the status, headers and text."""
        parts = urlsplit(self.address)
        connection = http.client.HTTPConnection("127.0.0.1", parts.port, timeout=PATIENCE)
        headers = {"Host": host} if host else {}
        connection.request(method, path if whole else parts.path + path, headers=headers)
        answer = connection.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read().decode(errors="replace")
        connection.close()
        return found

    def interrupt(self):
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(PATIENCE)
        return code, self.process.stdout.read(), self.process.stderr.read()


@pytest.fixture
def preview(tmp_path):
    """Start a preview."""
    started = []

    def start(*arguments):
        started.append(Running(tmp_path, *map(str, arguments)))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
        one.process.communicate()


# The command.


def test_it_prints_its_address_and_ends_with_130_without_a_word(preview, ponds, tmp_path):
    before = {path: path.read_bytes() for path in ponds.rglob("*") if path.is_file()}
    running = preview(ponds)
    assert running.answer == {"address": running.address, "folder": str(ponds)}
    assert running.get()[0] == 200
    assert running.interrupt() == (130, "", "")
    # Neither the folder nor a database was written.
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_what_ends_the_watching_of_files_ends_the_server(ponds):
    def saved():
        yield [ponds]
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    followed = Preview(ponds, WantedLanguage())
    followed.reload()
    with PreviewServer(followed, 0, "en") as server:
        follower = threading.Thread(target=_follow, args=(saved(), followed, server))
        follower.start()
        server.serve_forever()
        follower.join()
    assert server.failure.errno == errno.EMFILE


def test_ctrl_c_ends_it_while_a_page_is_open(preview, ponds, browser):
    running = preview(ponds)
    open_page(browser, running)
    assert running.interrupt()[0] == 130
    until(browser, "document.getElementById('lost').textContent.startsWith('The preview has stopped')")


def test_a_packaged_game_and_the_folder_of_the_shell_are_found(preview, ponds, tmp_path):
    assert preview("dataset").answer["folder"] == str(resources.folder("cards") / "dataset")
    shutil.copytree(ponds, tmp_path, dirs_exist_ok=True)
    assert preview().answer["folder"] == "."


def test_a_loaded_game_is_found_by_its_id_where_its_folder_still_is(preview, ponds, run, tmp_path):
    assert run("load", str(ponds), "--db", str(tmp_path / "no.db"), cwd=tmp_path).code == 0
    moved = ponds.rename(tmp_path / "elsewhere")
    ran = run("preview", "ponds", "--db", str(tmp_path / "no.db"), cwd=tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert "ponds was loaded from" in ran.err
    ran = run("preview", "pond", "--db", str(tmp_path / "no.db"), cwd=tmp_path)
    assert "Folder not found: pond" in ran.err
    assert "dataset" in ran.err
    assert "ponds" in ran.err
    (tmp_path / "away").mkdir()
    moved.rename(tmp_path / "away" / "ponds")
    folder = tmp_path / "away" / "ponds"
    assert run("load", str(folder), "--db", str(tmp_path / "no.db"), cwd=tmp_path).code == 0
    running = preview("ponds")
    assert running.answer["folder"] == "away/ponds"
    assert "Ponds" in first_news(running)["title"]


def test_the_browser_is_opened_if_wanted(preview, ponds, tmp_path):
    (tmp_path / "browser").write_text(f'#!/bin/sh\necho "$1" > {tmp_path}/opened\n')
    (tmp_path / "browser").chmod(0o755)
    assert preview(ponds).get()[0] == 200
    assert not (tmp_path / "opened").exists()
    running = preview(ponds, "--open")
    for _ in range(1000):
        if (tmp_path / "opened").exists():
            break
        running.get()
    code, _, err = running.interrupt()
    assert (code, err) == (130, "")
    assert (tmp_path / "opened").read_text() == f"{running.address}\n"


def test_a_port_can_be_chosen_unless_it_is_used(preview, ponds, run, tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert urlsplit(preview(ponds, "--port", port).address).port == port
    ran = run("preview", str(ponds), "--port", str(port), cwd=tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert f"Port {port} cannot be used" in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("name", "message"),
    [("nowhere", "Folder not found: nowhere"), (".", "is not a game folder: it has no game.yaml")],
)
def test_a_folder_without_a_game_is_refused(run, tmp_path, name, message):
    ran = run("preview", name, cwd=tmp_path)
    assert (ran.code, ran.out) == (3, "")
    assert message in ran.err


def test_a_language_that_neither_the_game_nor_the_program_has_is_an_error_on_the_page(preview, ponds):
    running = preview(ponds, "--lang", "de")
    assert "ponds is not in the language de" in first_news(running)["problems"]


# Only this page, on this computer, can read it.


def first_news(running, query=""):
    """What a page is told first."""
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(running.address).port, timeout=PATIENCE)
    connection.request("GET", f"{urlsplit(running.address).path}events?{query}")
    line = connection.getresponse().readline().decode()
    connection.close()
    return json.loads(line.removeprefix("data: "))["parts"]


def test_nothing_is_answered_without_the_token(preview, ponds):
    running = preview(ponds)
    token = urlsplit(running.address).path.strip("/")
    assert len(token) >= 22
    for path in (
        "/",
        "/events",
        f"/{token[:-1]}/",
        f"/{token}x/",
        f"/x/{token}/",
        "/pictures/x",
        f"//{token}/",
    ):
        status, headers, text = running.get(path, whole=True)
        assert (status, text) == (404, "404"), path
        assert not any(name.lower().startswith("access-control") for name in headers)
    assert preview(ponds).address != running.address


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost.evil:{port}"]
)
def test_other_names_of_this_computer_are_refused(preview, ponds, host):
    """A page of another server, whose name is made to lead here, still has its own name as the host."""
    running = preview(ponds)
    port = urlsplit(running.address).port
    assert running.get(host=host.format(port=port))[0] == 404
    assert running.get(host=f"localhost:{port}")[0] == 200


def test_no_path_leads_to_a_file(preview, ponds):
    running = preview(ponds)
    (ponds / "secret.txt").write_text("secret")
    for path in (
        "../secret.txt",
        "pictures/..%2fsecret.txt",
        "pictures/secret.txt",
        "game.yaml",
        "%2e%2e/secret.txt",
    ):
        status, _, text = running.get(path)
        assert (status, "secret" in text) == (404, False), path
    news = first_news(running, f"sheet={ponds / 'sheet.yaml'}")
    assert "sheets" not in news
    assert running.get(method="POST")[0] == 405


def test_the_page_allows_only_its_own_code_and_is_in_no_frame(preview, ponds):
    _, headers, text = preview(ponds).get()
    policy = text.split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert policy.startswith("default-src &#x27;none&#x27;; script-src &#x27;sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == "no-store"
    assert not any(name.lower().startswith("access-control") for name in headers)


def test_only_this_computer_reaches_it(preview, ponds):
    port = urlsplit(preview(ponds).address).port
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in others - {"127.0.0.1"}:
        with pytest.raises(OSError, match=r"refused|timed out|unreachable"):
            socket.create_connection((address, port), timeout=5)


# The page.


def until(browser, condition):
    """Wait until a condition holds in the page."""
    script = (
        "const done = arguments[arguments.length - 1]; const look = () => "
        f"(({condition}) ? done(true) : setTimeout(look, 10)); look();"
    )
    browser.driver.set_script_timeout(PATIENCE)
    assert browser.driver.execute_async_script(script)


def open_page(browser, running, state="", **more):
    """Open the page, and wait until all is drawn."""
    browser.open(running.address, state, **more)
    until(browser, "document.body.dataset.done === 'true'")
    browser.run("return document.fonts.ready.then(() => true)")


def save(path, text):
    """Save a file as most editors do: under another name, then moved to its place."""
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def shown(browser):
    return browser.run(
        "return [...document.querySelectorAll('#list > li:not([hidden])')].map((item) => item.dataset.id)"
    )


REMEMBER = "document.querySelectorAll('#list > li').forEach((item) => (item.isOld = true))"
NEW = "[...document.querySelectorAll('#list > li')].filter((item) => !item.isOld).map((item) => item.dataset.id)"


def test_every_card_and_back_is_shown_and_nothing_else_is_asked_for(preview, browser, packaged):
    running = preview("data-monsters")
    open_page(browser, running)
    assert shown(browser) == [card.id for card in packaged("data-monsters").cards]
    assert len(browser.all("#backs li")) == 2
    assert browser.one("#count").text == "53 cards, 75 with all copies"
    messages = [json.loads(one["message"])["message"] for one in browser.driver.get_log("performance")]
    asked = {
        one["params"]["request"]["url"] for one in messages if one["method"] == "Network.requestWillBeSent"
    }
    assert all(url.startswith((running.address, "data:")) for url in asked)
    assert browser.driver.get_log("browser") == []


def test_a_saved_change_replaces_only_its_card_and_keeps_scroll_filters_and_focus(preview, browser, ponds):
    running = preview(ponds)
    open_page(browser, running)
    browser.one("#search").send_keys("jump")
    browser.run("document.querySelector('[data-id=frog-20] .name').focus()")
    browser.run("window.scrollTo(0, 700)")
    browser.run(REMEMBER)
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Frog 20", "Toad 20"))
    until(browser, "document.querySelector('[data-id=frog-20] .name').textContent === 'Toad 20'")
    assert browser.run(f"return {NEW}") == ["frog-20"]
    assert "Toad 20" in browser.one("[data-id=frog-20] svg").text.replace("\n", " ")
    assert browser.run("return window.scrollY") == 700
    assert browser.one("#search").get_property("value") == "jump"
    assert browser.focused == "Toad 20"
    # A card that a filter hides stays hidden, and one that now matches appears.
    browser.one("#search").clear()
    browser.one("#search").send_keys("pond")
    assert shown(browser) == []
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Jump 3 times", "Into the pond"))
    until(browser, "!document.querySelector('[data-id=frog-3]').hidden")
    assert shown(browser) == ["frog-3"]


def test_cards_come_go_and_move(preview, browser, ponds):
    open_page(browser, preview(ponds))
    head, *lines = CARDS.splitlines(keepends=True)
    newt = lines[0].replace("frog-1,", "newt,").replace("Frog 1", "Newt")
    save(ponds / "cards" / "frogs.yaml", "".join([head, lines[5], newt, *lines[:5], *lines[7:]]))
    until(browser, "document.querySelector('[data-id=newt]')")
    numbers = [6, None, *range(1, 6), *range(8, 25)]
    assert shown(browser) == [f"frog-{number}" if number else "newt" for number in numbers]
    assert browser.one("#count").text == "24 cards"


def test_a_changed_face_changes_the_cards_that_have_it(preview, browser, ponds):
    open_page(browser, preview(ponds))
    browser.run(REMEMBER)
    save(ponds / "faces" / "frog.yaml", FACE.replace("#1f7a4d", "#123456"))
    until(browser, f"{NEW}.length === 24")
    assert browser.all("#list svg [fill='#123456']")
    assert not browser.all("#list svg [fill='#1f7a4d']")


def test_the_server_knows_which_card_is_the_first_in_sight(preview, browser, ponds):
    open_page(browser, preview(ponds))
    browser.run("document.querySelector('[data-id=frog-17]').scrollIntoView()")
    asked = "performance.getEntriesByType('resource').map((one) => one.name).filter((one) => one.includes('/at/'))"
    until(browser, f"{asked}.length")
    (address,) = browser.run(f"return {asked}")
    assert int(address.rpartition("-")[2]) in range(10, 18)


def test_a_broken_file_keeps_the_last_good_picture_with_the_error_on_top(preview, browser, ponds):
    open_page(browser, preview(ponds))
    before = browser.run("return document.getElementById('list').innerHTML")
    save(ponds / "cards" / "frogs.yaml", CARDS + "  - {id: broken, kind: [\n")
    until(browser, "document.getElementById('problems').textContent")
    assert browser.one("#problems").is_displayed()
    assert browser.one("#problems .where").text == "cards/frogs.yaml:27:1"
    assert ("alert",) in [node[:1] for node in browser.nodes()]
    save(ponds / "faces" / "frog.yaml", FACE.replace("fill:", "fil:"))
    save(ponds / "cards" / "frogs.yaml", CARDS)
    until(browser, "document.getElementById('problems').textContent.includes('faces/frog.yaml:6')")
    assert browser.run("return document.getElementById('list').innerHTML") == before
    save(ponds / "faces" / "frog.yaml", FACE)
    until(browser, "!document.getElementById('problems').textContent")
    assert browser.run("return document.getElementById('list').innerHTML") == before


def test_a_folder_with_errors_is_shown_as_soon_as_it_has_none(preview, browser, ponds):
    save(ponds / "game.yaml", GAME.replace("kinds", "kind"))
    browser.open(preview(ponds).address)
    until(browser, "document.getElementById('problems').textContent.includes('game.yaml:8')")
    save(ponds / "game.yaml", GAME)
    until(browser, "document.querySelectorAll('#list > li').length === 24")
    assert browser.one("#title").text == "Ponds"
    assert not browser.one("#problems").text


def test_findings_are_beside_the_card_with_file_and_line(preview, browser, ponds):
    white = "12, 12], style: {extends: figure, colour: white}}"
    save(
        ponds / "faces" / "frog.yaml",
        FACE.replace("{number: jump, at: [40, 20, 12, 12]}", "{number: jump, at: [40, 20, " + white),
    )
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Jump 7 times.", "word " * 300))
    open_page(browser, preview(ponds))
    found = browser.one("[data-id=frog-7] .findings .error")
    assert found.text.startswith("Error:")
    assert found.find_element("css selector", ".where").text == "faces/frog.yaml:5:5"
    browser.one("input[name=findings]").click()
    assert shown(browser) == ["frog-7"]
    browser.one("input[name=findings]").click()
    # A finding that has no place of its own has that of its card.
    browser.one("input[name=lang][value=it]").click()
    until(browser, "document.querySelector('[data-id=frog-9] .findings')")
    assert browser.one("[data-id=frog-9] .findings .where").text.startswith("cards/frogs.yaml:10:")


def test_two_languages_stand_side_by_side(preview, browser, ponds):
    open_page(browser, preview(ponds))
    assert len(browser.all("[data-id=frog-1] figure")) == 1
    browser.one("input[name=lang][value=it]").click()
    until(browser, "document.querySelectorAll('#list figure').length === 48")
    english, italian = browser.all("[data-id=frog-1] figure")
    assert english.rect["y"] == italian.rect["y"]
    assert "Rana 1" in italian.text
    state = browser.run("return location.hash")
    open_page(browser, preview(ponds), state)
    until(browser, "document.querySelectorAll('#list figure').length === 48")


def test_boxes_are_shown_with_their_ids_over_trim_and_safe_zone(preview, browser, ponds):
    open_page(browser, preview(ponds), "#boxes=1")
    names = [text.text for text in browser.all("[data-id=frog-1] .overlay text")]
    assert {"title", "rules"} <= set(names)
    titles = browser.run(
        "return [...document.querySelectorAll('[data-id=frog-1] .overlay title')].map((one) => one.textContent)"
    )
    assert "title · text · faces/frog.yaml:4:5" in titles
    trim, safe, whole = (
        browser.one(f"[data-id=frog-1] {one}").rect
        for one in (".overlay .trim", ".overlay .safe", "figure > svg")
    )
    share = whole["width"] / 69
    assert trim["width"] == pytest.approx(63 * share, abs=1.5)
    assert safe["x"] - trim["x"] == pytest.approx(3 * share, abs=1.5)
    assert safe["y"] - trim["y"] == pytest.approx(3 * share, abs=1.5)
    browser.one("#boxes").click()
    until(browser, "!document.querySelector('.overlay')")


def test_boxes_in_stacks_are_shown_where_they_are_drawn(preview, browser, ponds):
    stack = """  - stack:
      - {id: first, text: "{name}", style: {size: 9}}
      - {space: fill}
      - {id: bar, shape: rect, fill: pond, height: 4}
      - {id: never, text: "{text}", when: jump>=99}
    at: [6, 50, 50, 20]
"""
    save(ponds / "faces" / "frog.yaml", FACE + stack)
    open_page(browser, preview(ponds), "#boxes=1")
    boxes = browser.run(
        """return Object.fromEntries([...document.querySelectorAll('[data-id=frog-1] .overlay > g')].map((one) =>
        [one.querySelector('text').textContent, ['x', 'y', 'width', 'height'].map((name) =>
        one.querySelector('rect').getAttribute(name))]))"""
    )
    assert "never" not in boxes
    assert boxes["bar"] == ["600", "6600", "5000", "400"]
    left, top, width, height = map(int, boxes["first"])
    assert (left, top, width) == (600, 5000, 5000)
    assert 200 < height < 400


def test_low_ink_and_sheets_are_drawn(preview, browser, ponds):
    open_page(browser, preview(ponds), "#low-ink=1&size=100")
    assert not browser.all("#list svg [fill='#1f7a4d']")
    browser.run(
        "const s = document.getElementById('sheet'); s.value = 'a4'; s.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    until(
        browser,
        "document.body.dataset.done === 'true' && document.querySelectorAll('#sheets svg').length === 3",
    )
    assert not browser.one("#list").is_displayed()
    first, *_ = browser.all("#sheets > li")
    assert first.text.endswith("Sheet 1 of 3")
    for number in range(1, 10):
        assert f"Frog {number}" in first.text
    width = first.find_element("css selector", "svg").rect["width"]
    assert width == pytest.approx(210 * 96 / 25.4, abs=1)


@pytest.mark.parametrize(("edge", "is_upright"), [("long", True), ("short", False)])
def test_sheets_are_shown_with_the_backs_behind_them(preview, browser, ponds, edge, is_upright):
    save(ponds / "game.yaml", GAME.replace("face: frog}", "face: frog, back: behind}"))
    back = (
        'extends: base\nbacks_differ: true\nboxes: [{id: title, text: "Behind {name}", at: [6, 6, 50, 8]}]\n'
    )
    save(ponds / "faces" / "behind.yaml", back)
    open_page(browser, preview(ponds))
    assert not browser.one("#duplex").is_displayed()
    open_page(browser, preview(ponds), f"#sheet=a4&duplex={edge}")
    until(
        browser,
        "document.body.dataset.done === 'true' && document.querySelectorAll('#sheets svg').length === 6",
    )
    assert browser.one("#duplex").is_displayed()
    titles = [one.text.rpartition("\n")[2] for one in browser.all("#sheets > li")]
    assert titles[:3] == ["Sheet 1 of 3", "Sheet 1 of 3 · Backs", "Sheet 2 of 3"]
    places = browser.run(
        """return ['Frog 1', 'Behind Frog 1'].map((name) => { const found = [...document.querySelectorAll('#sheets tspan')]
        .find((one) => one.textContent === name); const [box, page] = [found, found.closest('figure > svg')]
        .map((one) => one.getBoundingClientRect());
        return [(box.x - page.x) / page.width, (box.y - page.y) / page.height] })"""
    )
    (x, y), (back_x, back_y) = places
    assert x < 0.4
    assert y < 0.4
    assert (back_x > 0.6, back_y < 0.4) == (is_upright, is_upright)


def test_a_change_is_printed_on_its_sheet_alone(preview, browser, ponds):
    open_page(browser, preview(ponds), "#sheet=a4")
    until(browser, "document.querySelectorAll('#sheets svg').length === 3")
    browser.run("document.querySelectorAll('#sheets > li').forEach((item) => (item.isOld = true))")
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Frog 12", "Toad 12"))
    until(browser, "document.getElementById('sheets').textContent.includes('Toad 12')")
    assert browser.run(
        "return [...document.getElementById('sheets').children].map((item) => !item.isOld)"
    ) == [
        False,
        True,
        False,
    ]
    # Fewer cards need fewer sheets.
    save(ponds / "cards" / "frogs.yaml", "".join(CARDS.splitlines(keepends=True)[:12]))
    until(browser, "document.querySelectorAll('#sheets svg').length === 2")


def test_an_enlarged_card_follows_its_changes(preview, browser, ponds):
    open_page(browser, preview(ponds))
    browser.one("[data-id=frog-2] .name").click()
    assert browser.one("#large-name").text == "Frog 2"
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Frog 2,", "Toad 2,"))
    until(browser, "document.getElementById('large-name').textContent === 'Toad 2'")
    assert "Toad 2" in browser.one("dialog svg").text.replace("\n", " ")
    browser.press("\ue00c")  # escape
    until(browser, "document.activeElement.textContent === 'Toad 2'")  # the dialog closes after the key


def test_pictures_come_from_the_server_and_follow_their_files(preview, browser, ponds):
    (ponds / "pictures").mkdir()
    Image.new("RGB", (40, 40), "#ff0000").save(ponds / "pictures" / "pond.png")
    face = FACE + "  - {picture: pond.png, at: [5, 5, 20, 20]}\n"
    save(ponds / "faces" / "frog.yaml", face)
    running = preview(ponds)
    open_page(browser, running)
    (address,) = {one.get_attribute("href") for one in browser.all("#list image")}
    status, headers, _ = running.get(address)
    assert (status, headers["content-type"]) == (200, "image/png")
    Image.new("RGB", (40, 40), "#00ff00").save(ponds / "pictures" / "pond.png")
    until(
        browser,
        f"![...document.querySelectorAll('#list image')].some((one) => one.getAttribute('href') === '{address}')",
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1300])
def test_everything_has_a_name_a_size_and_contrast(preview, browser, ponds, scheme, width):
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Jump 7 times.", "word " * 300))
    open_page(browser, preview(ponds), scheme=scheme, width=width)
    browser.run("document.querySelectorAll('details').forEach((one) => (one.open = true))")
    roles = {"button", "checkbox", "searchbox", "img", "image", "combobox", "slider", "spinbutton", "textbox"}
    named = [(role, name) for role, name, *_ in browser.nodes() if role in roles]
    assert [role for role, name in named if not name] == []
    assert {("checkbox", "Low ink"), ("combobox", "Sheet"), ("slider", "Size")} <= set(named)
    assert browser.run("return document.documentElement.scrollWidth <= innerWidth")
    ratios = browser.contrasts()
    assert {text: ratio for text, ratio in ratios if ratio < 4.5} == {}


def test_two_pages_follow_each_their_own_view(preview, browser, ponds):
    running = preview(ponds)
    assert "Rana 1" in json.dumps(first_news(running, "lang=it"))
    assert "Rana 1" not in json.dumps(first_news(running, "lang=en")["cards"][0][0])
    open_page(browser, running)


def test_the_calibration_of_the_screen_is_kept_for_the_next_preview(preview, browser, ponds):
    """Its address has another port, for which browsers have another storage."""
    open_page(browser, preview(ponds), "#size=100")
    browser.run(
        "const input = document.getElementById('calibration'); input.value = 1.25;"
        "input.dispatchEvent(new Event('input', {bubbles: true}))"
    )
    open_page(browser, preview(ponds), "#size=100")
    assert browser.one("#list svg").rect["width"] == pytest.approx(63 * 96 / 25.4 * 1.25, abs=1)
    browser.run("document.cookie = 'deckwright-calibration=; path=/; max-age=0'")


def test_a_folder_that_goes_and_comes_back_is_followed(preview, browser, ponds):
    open_page(browser, preview(ponds))
    away = ponds.with_name("away")
    ponds.rename(away)
    until(browser, "document.getElementById('problems').textContent.includes('Folder not found')")
    assert len(shown(browser)) == 24
    away.rename(ponds)
    until(browser, "!document.getElementById('problems').textContent")
    save(ponds / "cards" / "frogs.yaml", CARDS.replace("Frog 3", "Toad 3"))
    until(browser, "document.querySelector('[data-id=frog-3] .name').textContent === 'Toad 3'")
