"""`deckwright play`: the real server with raw requests, and the page in a real browser, two windows at one table."""

from __future__ import annotations

import http.client
import json
import threading
from pathlib import Path
from shutil import copytree
from urllib.parse import urlsplit

import pytest

from deckwright.commands.page_server import HOST
from deckwright.commands.play import PlayServer, read_move
from deckwright.workbench.dealing import SetupOptions
from deckwright.workbench.library import open_library
from deckwright.workbench.online import play_table

from ..processes import PATIENCE

DRAW = "[data-zone='1/laboratory'] .tools button"


@pytest.fixture(scope="module")
def table(packaged_database):
    """A table of Data Monsters for two."""
    with open_library(str(packaged_database)) as library:
        return play_table(library, "data-monsters", SetupOptions(2, seed="friday"))


@pytest.fixture
def server(table):
    """A server of that table, in a thread."""
    with PlayServer(table, 0) as started:
        thread = threading.Thread(target=started.serve_forever, daemon=True)
        thread.start()
        yield started
        started.shutdown()
        thread.join()


def ask(server, path="", *, method="GET", body=None, **headers):
    """Ask for a path below the token; the status and the text."""
    parts = urlsplit(server.address)
    connection = http.client.HTTPConnection(HOST, parts.port, timeout=PATIENCE)
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, parts.path + path, body=body, headers=names)
    answer = connection.getresponse()
    found = answer.status, answer.read().decode()
    connection.close()
    return found


def make(server, move, **headers):
    """Send a move as the page does."""
    origin = f"http://{HOST}:{server.server_port}"
    wanted = {"content_type": "application/json", "origin": origin, **headers}
    return ask(server, "moves", method="POST", body=json.dumps(move), **wanted)[0]


def test_moves_are_put_in_order_and_a_page_that_was_away_gets_those_it_has_not(server):
    moves = [{"type": "roll", "result": number, "by": 1} for number in range(1, 4)]
    assert [make(server, move) for move in moves] == [204] * 3
    events = server.events(1)
    assert [next(events), next(events)] == [
        f"id: {number}\ndata: {json.dumps(moves[number - 1])}\n\n" for number in (2, 3)
    ]
    events.close()
    assert not server.wakers


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 405),
        ({"content_type": "text/plain"}, 405),
        ({"host": "evil.example"}, 405),
    ],
)
def test_only_pages_of_this_server_make_moves(server, headers, status):
    assert make(server, {"type": "roll", "result": 1}, **headers) == status
    assert not server.moves


def test_the_guard_is_that_of_the_preview(server):
    assert ask(server)[0] == 200
    assert ask(server, "../x")[0] == 404
    assert ask(server, host=f"evil.example:{server.server_port}")[0] == 404
    assert ask(server, "moves", method="POST", body="x" * 3000)[0] == 405


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b"",
        b"[]",
        b"{}",
        b'{"type": "hack"}',
        b'{"type": "move", "card": {"a": 1}}',
        b"\xff",
        b'{"type": ["move"]}',
    ],
)
def test_what_is_no_move_is_refused(body):
    assert not read_move(body)


def test_a_page_to_send_is_one_file_with_all_that_was_dealt(deckwright, tmp_path):
    ran = deckwright(
        "play", "dataset", "--players", "3", "--seed", "friday", "--lang", "fr", "-o", "table.html"
    )
    assert (ran.code, ran.err) == (0, "table.html: graine friday\n")
    page = (tmp_path / "table.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    dealt = deckwright("deal", "dataset", "--players", "3", "--seed", "friday", "--json").json
    zones = {zone["id"]: [card["card"] for card in zone["cards"]] for zone in data["zones"]}
    assert {name: zones[f"0/{name}"] for name in dealt["zones"]} == dealt["zones"]
    assert [zones[f"{seat}/hand"] for seat in (1, 2, 3)] == [seat["zones"]["hand"] for seat in dealt["seats"]]
    ids = [card["id"] for zone in data["zones"] for card in zone["cards"]]
    assert len({*ids}) == len(ids)
    assert "src=" not in page.replace("img.src", "")
    assert (data["live"], data["about"]["seed"]) == (False, "friday")


def test_a_game_that_says_nothing_about_its_table_can_be_played(deckwright, tmp_path):
    (tmp_path / "cards.csv").write_text("name,cost,text\nFrog,1,Jump.\nPike,2,Bite.\n", encoding="utf-8")
    deckwright("new", "game", "Ponds", "--from", "cards.csv")
    deckwright("load", "ponds")
    ran = deckwright("play", "ponds", "--players", "2", "-o", "ponds.html", "--seed", "1", "--json")
    assert (ran.code, ran.json) == (0, {"files": ["ponds.html"], "seed": 1})
    page = (tmp_path / "ponds.html").read_text(encoding="utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    piles = [zone for zone in data["zones"] if zone["cards"]]
    assert [sorted(card["card"] for card in pile["cards"]) for pile in piles] == [["frog", "pike"]]
    assert [zone["shape"] for zone in data["zones"] if zone["seat"]] == ["hand", "row", "hand", "row"]


def test_zones_are_in_the_order_of_their_places(deckwright, tmp_path):
    folder = tmp_path / "ranas"
    copytree(Path(__file__).parent.parent / "games" / "ranas", folder)
    definition = (folder / "game.yaml").read_text(encoding="utf-8")
    orders = []
    for place in ("", ", at: [500, 0]"):
        zone = f"events: {{name: Events, open: true{place}}}"
        (folder / "game.yaml").write_text(definition.replace("events: {name: Events, open: true}", zone))
        deckwright("load", "ranas")
        deckwright("play", "ranas", "--players", "2", "-o", "ranas.html", "--seed", "1")
        data = json.loads((tmp_path / "ranas.html").read_text().split('id="data">')[1].split("</script>")[0])
        orders.append([zone["id"] for zone in data["zones"] if not zone["seat"]])
    assert orders == [["0/events", "0/aside"], ["0/aside", "0/events"]]


def until(driver, condition):
    """Wait until a condition holds in the page."""
    script = (
        "const done = arguments[arguments.length - 1]; const look = () => "
        f"(({condition}) ? done(true) : setTimeout(look, 10)); look();"
    )
    driver.set_script_timeout(PATIENCE)
    assert driver.execute_async_script(script)


def press(driver, selector, number=0):
    """Press an element."""
    driver.execute_script(f"document.querySelectorAll({json.dumps(selector)})[{number}].click()")


def counts(zone, count):
    """Condition that a zone has so many cards."""
    return f"document.querySelector(\"[data-zone='{zone}'] .count\").textContent === '{count}'"


def test_two_windows_see_one_table_and_a_move_can_be_undone(server, driver):
    driver.get(server.address)
    first = driver.current_window_handle
    press(driver, DRAW)
    until(driver, counts("1/hand", 5))
    driver.switch_to.new_window("window")
    driver.get(server.address)
    until(driver, counts("1/hand", 5))
    press(driver, "#undo")
    until(driver, counts("1/hand", 4))
    driver.switch_to.window(first)
    until(driver, counts("1/hand", 4))
    # Two move the top card at once: the first wins, and everybody sees it.
    card = driver.execute_script(
        "return document.querySelector(\"[data-zone='1/laboratory'] .card\").dataset.card"
    )
    for to in ("1/hand", "2/hand"):
        make(server, {"type": "move", "card": card, "from": "1/laboratory", "to": to, "by": 1})
    until(driver, "document.getElementById('said').textContent.startsWith('Somebody else was faster')")
    assert driver.execute_script(f"return {counts('1/hand', 5)}")
    driver.close()
    driver.switch_to.window(driver.window_handles[0])
    until(driver, counts("1/hand", 5))
    assert not [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def test_a_page_that_slept_gets_what_it_missed(server, driver):
    driver.get(server.address)
    make(server, {"type": "count", "seat": 1, "by": 3})
    until(driver, "document.querySelectorAll('#moves li').length === 1")
    # Its connection ends, and is refused until it wakes.
    server.is_stopped = True
    server.changed()
    until(driver, "document.getElementById('said').textContent.startsWith('The table cannot be reached.')")
    server.moves += [json.dumps({"type": "count", "seat": 1, "by": 1})] * 300
    server.is_stopped = False
    until(driver, "document.querySelectorAll('#moves li').length === 301")
    until(driver, "document.querySelectorAll('.area h2')[1].textContent.includes('303')")


def test_undo_takes_back_the_last_move_that_changed_the_table(table, driver, tmp_path):
    (tmp_path / "table.html").write_text(table.page(), encoding="utf-8")
    driver.get((tmp_path / "table.html").as_uri())
    press(driver, "[data-key='more Seat 1']")
    # A card that is not there any more, a look and a die change nothing.
    driver.execute_script("take({type: 'move', card: '0', from: '2/hand', to: '1/hand', by: 1})")
    driver.execute_script("take({type: 'look', zone: '1/laboratory', by: 1})")
    press(driver, "#roll")
    count = "document.querySelector('#table .area:nth-child(2) h2').textContent.includes"
    until(driver, f"{count}(' 1 ')")
    press(driver, "#undo")
    until(driver, f"{count}(' 0 ')")


def test_the_keyboard_keeps_its_place_and_screen_readers_hear_of_which_pile(table, driver, tmp_path):
    (tmp_path / "table.html").write_text(table.page(), encoding="utf-8")
    driver.get((tmp_path / "table.html").as_uri())
    draw = driver.find_element("css selector", DRAW)
    assert draw.get_attribute("aria-label") == "Draw: Laboratory deck of Seat 1"
    draw.send_keys("\n")
    until(driver, counts("1/hand", 5))
    for number in (6, 7):
        driver.switch_to.active_element.send_keys("\n")
        until(driver, counts("1/hand", number))
    card = driver.find_element("css selector", "[data-zone='1/hand'] .card")
    card.send_keys("t")
    until(driver, "document.activeElement.getAttribute('aria-label').endsWith(', turned')")
    unnamed = "return [...document.querySelectorAll('button, select, input')].filter((one) => !one.textContent.trim() && "
    unnamed += "!one.getAttribute('aria-label') && !one.closest('label')).length"
    assert driver.execute_script(unnamed) == 0


def test_the_page_plays_alone_with_the_keyboard_and_hides_the_hands_of_others(table, driver, tmp_path):
    (tmp_path / "table.html").write_text(table.page(), encoding="utf-8")
    driver.get((tmp_path / "table.html").as_uri())
    hand = "[data-zone='2/hand'] .card"
    name = f"document.querySelector(\"{hand}\").getAttribute('aria-label')"
    assert driver.execute_script(f"return {name}") != "Card face down"
    driver.execute_script(
        "const seat = document.getElementById('seat'); seat.value = 1; seat.dispatchEvent(new Event('change'))"
    )
    assert driver.execute_script(f"return {name}") == "Card face down"
    own = driver.find_element("css selector", "[data-zone='1/hand'] .card")
    own.send_keys("t")
    until(driver, "document.querySelector(\"[data-zone='1/hand'] .card\").classList.contains('turned')")
    assert driver.execute_script("return document.activeElement.dataset.card")
    press(driver, "[data-zone='1/laboratory'] .tools button", 2)
    until(
        driver, "document.getElementById('said').textContent === 'Seat 1 shuffles Laboratory deck of Seat 1'"
    )
    press(driver, "#undo")
    press(driver, "#undo")
    until(driver, "!document.querySelector(\"[data-zone='1/hand'] .card\").classList.contains('turned')")
    press(driver, "[data-zone='1/hand'] .card")
    assert driver.execute_script("return document.getElementById('menu').open")
    driver.execute_script(
        "[...document.querySelectorAll('.choices button')].find((one) => one.textContent === 'Market').click()"
    )
    until(driver, counts("0/market", 4))
    assert not [entry for entry in driver.get_log("browser") if entry["level"] == "SEVERE"]


def test_a_saved_log_replays_and_that_of_another_table_does_not(table, driver, tmp_path):
    (tmp_path / "table.html").write_text(table.page(), encoding="utf-8")
    moves = [
        {"type": "count", "seat": 2, "by": 3},
        {"type": "shuffle", "zone": "1/laboratory", "seed": 7},
        {"type": "roll", "result": 6, "by": 1},
    ]
    driver.get((tmp_path / "table.html").as_uri())
    for name, text in (
        ("broken", "{"),
        ("other", json.dumps({"table": {"game": "chess"}, "moves": moves})),
        ("saved", json.dumps({"table": table.data["about"], "moves": moves})),
    ):
        (tmp_path / f"{name}.json").write_text(text)
        driver.find_element("id", "load").send_keys(str(tmp_path / f"{name}.json"))
        wanted = "Seat 1 rolls 6" if name == "saved" else "This log is of another table."
        until(driver, f"document.getElementById('said').textContent === '{wanted}'")
        driver.execute_script("document.getElementById('said').textContent = ''")
    assert driver.execute_script("return document.querySelectorAll('#moves li').length") == 3
