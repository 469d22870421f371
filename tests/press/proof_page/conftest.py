"""What tests of the proof page need: pages of real cards and of cards made up, and a real browser to open them in."""

from __future__ import annotations

from dataclasses import replace

import pytest

from deckwright.press.proof import ProofJob, draw_proof
from deckwright.press.proof_page import proof_page
from deckwright.workbench.cards import spoken_card
from deckwright.workbench.game_faces import cards_by_face, load_backs, load_fronts, query_matcher

_OPTIONS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)


@pytest.fixture(scope="session")
def proof_job(packaged):
    """Function that makes a job of a packaged game's cards, or of changed ones."""

    def make(name, *languages, change=lambda cards: cards):
        box = packaged(name)
        cards = change(list(box.cards))
        return ProofJob(
            game=box.game,
            cards=[(card, card.copies) for card in cards],
            languages=languages,
            title=box.game.title(box.game.source_language),
            faces=load_fronts(box.game, cards, box.assets),
            assets=box.assets,
            matches=query_matcher(box.game),
            describe=lambda card, language: spoken_card(card, box.game, language),
            cards_by_face=cards_by_face(box.game, box.cards),
            backs=load_backs(box.game, cards, box.assets),
        )

    return make


@pytest.fixture(scope="session")
def page_of():
    """Function that writes the page of a job."""
    return lambda job: proof_page(job, draw_proof(job), "en")


@pytest.fixture(scope="session")
def monsters_job(proof_job):
    """Make a job of some cards of one game, in two languages; a browser takes its time over a whole one."""
    return proof_job("data-monsters", "it", "fr", change=lambda cards: cards[::3])


@pytest.fixture(scope="session")
def monsters(monsters_job, page_of, tmp_path_factory):
    """Write the page of that job."""
    return _written(page_of(monsters_job), tmp_path_factory)


@pytest.fixture(scope="session")
def dataset_job(proof_job):
    """Make a job of some cards of another game, in three languages."""
    signs = ("love", "consent", "simple", "purpose")
    return proof_job(
        "dataset",
        "it",
        "fr",
        "en",
        change=lambda cards: [card for card in cards if card.id.startswith(signs)],
    )


@pytest.fixture(scope="session")
def dataset(dataset_job, page_of, tmp_path_factory):
    """Write the page of that job."""
    return _written(page_of(dataset_job), tmp_path_factory)


@pytest.fixture(scope="session")
def long(proof_job, page_of, tmp_path_factory):
    """Write a page on which the first of three cards has more text than room."""

    def change(cards):
        texts = {**cards[0].texts["it"], "text": "parola " * 400}
        return [replace(cards[0], texts={**cards[0].texts, "it": texts}), *cards[1:3]]

    return _written(page_of(proof_job("data-monsters", "it", change=change)), tmp_path_factory)


def _written(page, folders):
    file = folders.mktemp("proof") / "page.html"
    file.write_text(page, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def driver(tmp_path_factory, program):
    """Start a browser, once; it keeps to itself."""
    browser, control = program("chromium"), program("chromedriver")
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for option in (*_OPTIONS, f"--user-data-dir={tmp_path_factory.mktemp('browser')}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    started = webdriver.Chrome(options=options, service=webdriver.ChromeService(control))
    yield started
    started.quit()


@pytest.fixture(scope="session")
def browser(driver):
    """The browser."""
    return Browser(driver)


class Browser:
    """A browser, and what one does with it."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, file, state="", *, width=1300, scheme="light", scale=1):
        """Open a page anew, at a state, in a window of that width; `scale` is how many dots a pixel has."""
        self.driver.get("about:blank")
        self.devtools(
            "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
        )
        size = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False}
        self.devtools("Emulation.setDeviceMetricsOverride", **size)
        for log in ("browser", "performance"):
            self.driver.get_log(log)
        self.driver.get(f"{file.as_uri()}{state}")

    def devtools(self, command, **values):
        return self.driver.execute_cdp_cmd(command, values)

    def run(self, script, *arguments):
        """Run a script in the page, and give what it returns."""
        return self.driver.execute_script(script, *arguments)

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def press(self, *keys):
        """Press keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    @property
    def shown(self):
        """List the ids of the cards that are shown."""
        return self.run(
            "const cards = JSON.parse(document.getElementById('data').textContent).cards;"
            "return cards.filter((_, at) => !document.getElementById('list').children[at].hidden).map((card) => card.id);"
        )

    @property
    def focused(self):
        """Text of the focused element."""
        return self.driver.switch_to.active_element.text

    def nodes(self):
        """List what a screen reader is told of, as role, name and level."""
        tree = self.devtools("Accessibility.getFullAXTree")["nodes"]
        for node in tree:
            if not node["ignored"]:
                level = [one["value"]["value"] for one in node["properties"] if one["name"] == "level"]
                yield node["role"]["value"], node.get("name", {}).get("value", ""), *level[:1]
