import json
import re
from html.parser import HTMLParser

import pytest


class Page(HTMLParser):
    """What a page refers to, and its data."""

    def __init__(self, text):
        super().__init__()
        self.addresses, self.tags, self._data = [], [], False
        self.data = None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.addresses += [value for name, value in attrs if name in {"src", "href", "xlink:href", "action"}]
        self._data = dict(attrs).get("id") == "data"

    def handle_data(self, data):
        if self._data:
            self.data = json.loads(data)
            self._data = False


def test_a_game_becomes_one_page_in_several_languages(deckwright, tmp_path):
    ran = deckwright(
        "export", "html", "dataset", "--lang", "it", "--with", "fr", "--with", "en", "-o", "d.html", "--json"
    )
    assert ran.code == 0
    assert ran.json == {"files": ["d.html"], "cards": 120, "pages": 1, "findings": []}
    page = Page((tmp_path / "d.html").read_text(encoding="utf-8"))
    assert page.data["languages"] == ["it", "fr", "en"]
    assert len(page.data["cards"]) == 58
    love = next(card for card in page.data["cards"] if card["id"] == "love-fuchsia")
    assert love["names"] == {"it": "Amore, fucsia", "fr": "Amour, fuchsia", "en": "Love, fuchsia"}
    assert (love["kind"], love["copies"], love["marks"]) == ("sensitive", 2, [])
    assert "Petits cœurs" in love["texts"]["fr"]


@pytest.mark.deep("exports whole games in three languages")
def test_the_page_is_small_and_refers_to_nothing_outside(deckwright, tmp_path):
    for game in ("dataset", "data-monsters"):
        deckwright("export", "html", game, "--lang", "it", "--with", "fr", "--with", "en", "-o", "page.html")
        text = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert len(text.encode()) < 1_100_000
        assert all(one == "data:," or one.startswith("#") for one in Page(text).addresses)
        assert set(re.findall(r"url\(([\"#]\w+)", text)) == {'"data'} | {
            f"#{name}" for name in re.findall(r'<clipPath id="(\w+)"', text)
        }
        assert "@import" not in text


def test_the_page_may_load_nothing(deckwright, tmp_path):
    deckwright("export", "html", "data-monsters/startup", "-o", "page.html")
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    (policy,) = [at["content"] for tag, at in page.tags if at.get("http-equiv") == "Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy


@pytest.mark.deep("exports a game in two processes")
def test_the_same_cards_give_the_same_page(deckwright, tmp_path):
    for name, seed in (("one.html", "0"), ("two.html", "1")):
        deckwright("export", "html", "data-monsters/startup", "-o", name, PYTHONHASHSEED=seed)
    assert (tmp_path / "one.html").read_bytes() == (tmp_path / "two.html").read_bytes()


def test_the_page_speaks_the_users_language(deckwright, tmp_path):
    deckwright("export", "html", "dataset", "--lang", "fr", "-o", "page.html")
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert '<html lang="fr">' in text
    assert "Aller aux cartes" in text
    assert "58 cartes" in text


def test_a_text_that_does_not_fit_is_an_error_on_its_card(deckwright, tmp_path):
    game = "id: small\ntitle: Small\nsource_language: en\nlanguages: [en]\nkinds: {tool: {name: Tool}}\n"
    cards = f"cards:\n  - {{id: anvil, kind: tool, name: Anvil, text: '{'word ' * 600}'}}\n"
    (tmp_path / "small" / "cards").mkdir(parents=True)
    (tmp_path / "small" / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "small" / "cards" / "cards.yaml").write_text(cards, encoding="utf-8")
    assert deckwright("load", "small").code == 0
    ran = deckwright("export", "html", "small", "-o", "small.html", "--json")
    assert ran.code == 1
    assert [(one["rule"], one["cards"]) for one in ran.json["findings"]] == [("overflow", ["anvil"])]
    page = (tmp_path / "small.html").read_text(encoding="utf-8")
    assert '<li class="error">' in page
    assert Page(page).data["cards"][0]["findings"] == 1


def test_a_language_that_the_game_does_not_have_is_refused(deckwright):
    ran = deckwright("export", "html", "dataset", "--with", "de", "-o", "page.html", "--json")
    assert ran.code == 2
    assert ran.json["error"]["code"] == "no-such-language"
    assert "it" in ran.json["error"]["hint"]


def test_languages_are_shown_once_and_the_first_leads(deckwright, tmp_path):
    deckwright("export", "html", "dataset", "--lang", "fr", "--with", "fr", "--with", "it", "-o", "page.html")
    page = Page((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert page.data["languages"] == ["fr", "it"]


def test_the_page_can_go_to_standard_output(deckwright):
    ran = deckwright("export", "html", "data-monsters/startup", "-o", "-")
    assert ran.code == 0
    assert ran.out.startswith("<!doctype html>")
    assert ran.out.endswith("</html>\n")
