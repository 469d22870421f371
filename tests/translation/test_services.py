"""Translation services: what is sent, what comes back, and what happens when they fail."""

from __future__ import annotations

import sys

import deepl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deckwright.errors import InputError, UsageError
from deckwright.translation.services import (
    SERVICES,
    DeepL,
    LibreTranslate,
    connect_service,
    mask_tokens,
    translate_all,
    unmask_tokens,
)

KEPT = '<code translate="no">{}</code>'


def test_icons_are_kept_from_the_machine():
    assert mask_tokens("+1 {tech} & more", {}) == f"+1 {KEPT.format('{tech}')} &amp; more"


def test_glossary_terms_go_in_translated_the_longest_first_and_as_whole_words():
    terms = {"tool": "outil", "power tool": "outil électrique"}
    text = "Power tool, tool, toolbox"
    assert mask_tokens(text, terms) == f"{KEPT.format('Outil électrique')}, {KEPT.format('outil')}, toolbox"


def test_a_term_is_not_found_in_what_html_makes_of_a_sign():
    assert mask_tokens("a & amp", {"amp": "ampère"}) == f"a &amp; {KEPT.format('ampère')}"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**Now**, go", "<b>Now</b>, go"),
        ("*Now*, go", "<i>Now</i>, go"),
        ("***Now***, go", "<b><i>Now</i></b>, go"),
        ("**Now *or* later**", "<b>Now <i>or</i> later</b>"),
    ],
)
def test_emphasis_goes_as_tags(text, html):
    assert mask_tokens(text, {}) == html
    assert unmask_tokens(html, text) == text


def test_a_space_that_the_machine_puts_inside_bold_type_is_put_outside():
    assert unmask_tokens("Jouez <b> maintenant </b>!", "Play **now**!") == "Jouez  **maintenant** !"


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "  ",
        "Recevez 2.",
        f"{KEPT.format('{tech}')} {KEPT.format('{tech}')}",
        f"<b>{KEPT.format('{tech}')}",
        "<code>{tech}",
        KEPT.format("{technique}"),
        f"**Recevez** {KEPT.format('{tech}')}",
    ],
)
def test_an_answer_with_other_icons_stars_or_half_a_tag_is_refused(answer):
    assert unmask_tokens(answer, "Gain {tech}.") is None


@given(
    st.lists(
        st.sampled_from(["{tech}", "**b**", "*i*", "***x***", "a < b", "&amp;", "«é»", "5 * 3", "tool", "\n"])
    )
)
def test_a_text_that_comes_back_as_it_went_is_the_same(parts):
    text = " ".join(["a", *parts, "z"])
    assert unmask_tokens(mask_tokens(text, {}), text) == text


TEXTS = ['Gain <code translate="no">{tech}</code> 2.', "<b>Now</b> &amp; then"]


TRANSLATED = ['GAIN <code translate="no">{tech}</code> 2.', "<b>NOW</b> &amp; THEN"]


@pytest.fixture(autouse=True)
def without_waiting(monkeypatch):
    """Let DeepL's client wait no time between its tries."""
    monkeypatch.setattr(deepl.http_client.time, "sleep", lambda _: None)


@pytest.fixture(params=SERVICES)
def service(request, services):
    """Make a service that asks the server at this machine, with a key."""

    def make(key="right-key", url=""):
        url = url or services.url
        made = {
            "deepl": lambda: DeepL(key, url),
            "libretranslate": lambda: LibreTranslate(url, key, pause=lambda _: None),
        }
        return made[request.param]()

    return make


def message_of(service, texts=TEXTS):
    with pytest.raises(InputError) as caught:
        service.translate(texts, "en", "fr")
    assert caught.value.code == "machine"
    return f"{caught.value.message} {caught.value.hint}"


def test_texts_come_back_in_order_and_their_tags_with_them(service):
    assert service().translate(TEXTS, "en", "fr") == TRANSLATED


def test_deepl_is_told_which_elements_to_leave_and_which_english(services):
    DeepL("right-key", services.url).translate(["ciao"], "it", "en")
    asked = services.asked[0]
    assert (asked["source_lang"], asked["target_lang"]) == ("IT", "EN-GB")
    assert (asked["tag_handling"], asked["ignore_tags"]) == ("xml", ["code"])


def test_deepl_is_told_no_region_of_the_language_it_translates_from(services):
    DeepL("right-key", services.url).translate(["oi"], "pt-BR", "pt-PT")
    DeepL("right-key", services.url).translate(["oi"], "zh-Hant", "pt-BR")
    said = [(asked["source_lang"], asked["target_lang"]) for asked in services.asked]
    assert said == [("PT", "PT-PT"), ("ZH", "PT-BR")]


def test_libretranslate_is_sent_html_and_only_a_key_that_there_is(services):
    LibreTranslate(services.url + "/").translate(["ciao"], "it", "en")
    assert services.asked == [{"q": ["ciao"], "source": "it", "target": "en", "format": "html"}]


def test_a_busy_server_is_asked_again(service, services):
    services.failures = [(429, {}, {"Retry-After": "1"}), (503, {})]
    assert service().translate(TEXTS, "en", "fr") == TRANSLATED
    assert len(services.asked) == 3


def test_a_server_that_stays_busy_is_given_up(service, services):
    services.failures = [(429, {"error": "Slowdown"})] * 20
    assert "did not translate" in message_of(service())
    assert 4 <= len(services.asked) <= 6


def test_how_long_to_wait_is_for_the_server_to_say_within_reason(services):
    services.failures = [(429, {}, {"Retry-After": said}) for said in ("7", "86400", "soon")]
    waited = []
    LibreTranslate(services.url, pause=waited.append).translate(["ciao"], "it", "en")
    assert waited == [7, 60, 9]


def test_a_wrong_key_is_told_and_not_tried_again(service, services):
    assert "key" in message_of(service(key="wrong"))
    assert len(services.asked) == 1


def test_a_quota_that_is_used_up_is_told(services):
    services.failures = [(456, {"message": "Quota Exceeded"})]
    assert "used up" in message_of(DeepL("right-key", services.url))


def test_what_libretranslate_says_of_an_error_is_told(services):
    services.failures = [(400, {"error": "xx is not supported"})]
    assert "xx is not supported" in message_of(LibreTranslate(services.url))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_server_that_sends_on_to_another_is_not_followed(services, status):
    services.failures = [(status, {}, {"Location": f"{services.url}/elsewhere"})]
    said = message_of(LibreTranslate(services.url))
    assert f"it redirects to {services.url}/elsewhere. Check LIBRETRANSLATE_URL." in said
    assert len(services.asked) == 1


def test_a_server_that_is_not_there_is_told(service, closed_address):
    assert "cannot be reached" in message_of(service(url=closed_address))


@pytest.mark.parametrize(
    "answer",
    [
        b"<html>hello</html>",
        b"",
        b"[]",
        {"translations": [{"text": "one"}]},
        {"translatedText": ["one"]},
        {"translatedText": "one"},
        {"translatedText": [1, 2]},
        {"translations": [{"texts": 1}, {"texts": 2}]},
        {"translations": 5},
        b"\xff\xfe",
        b"[" * 200_000,
    ],
)
def test_an_answer_that_makes_no_sense_is_told(service, services, answer):
    services.failures = [(200, answer)]
    assert "its answer was unexpected" in message_of(service())


def test_an_answer_that_breaks_off_is_told(service, services):
    services.failures = [(200, b'{"trans', {"Content-Length": "5000"})] * 9
    assert "did not translate" in message_of(service())


def test_a_refusal_that_breaks_off_or_never_ends_is_told_in_short(service, services):
    services.failures = [(400, b'{"err', {"Content-Length": "5000"})] * 9
    assert "did not translate" in message_of(service())
    services.failures = [(400, {"error": "no " * 1000, "message": "no " * 1000})]
    assert len(message_of(service())) < 300


@pytest.mark.parametrize("name", SERVICES)
def test_without_what_it_needs_a_service_is_not_made(name):
    variable = {"deepl": "DEEPL_AUTH_KEY", "libretranslate": "LIBRETRANSLATE_URL"}[name]
    with pytest.raises(UsageError, match=variable):
        connect_service(name, {variable: " "})


def test_a_client_that_is_not_installed_is_told_of_before_anything_is_asked(monkeypatch):
    monkeypatch.setitem(sys.modules, "deepl", None)
    with pytest.raises(UsageError, match="deepl is not installed"):
        connect_service("deepl", {"DEEPL_AUTH_KEY": "right-key"})


def test_an_address_that_is_no_web_address_is_refused():
    with pytest.raises(UsageError, match="LIBRETRANSLATE_URL"):
        connect_service("libretranslate", {"LIBRETRANSLATE_URL": "file:///etc/passwd"})


def test_the_environment_says_where_to_ask(services):
    made = connect_service("deepl", {"DEEPL_AUTH_KEY": "right-key", "DEEPL_SERVER_URL": services.url})
    assert made.translate(["ciao"], "it", "fr") == ["CIAO"]


SOURCES = {f"card-{number}.text": f"Gain {{tech}} {number}, **tool**." for number in range(45)}


def test_all_texts_are_translated_in_batches_with_their_terms(services):
    told = []
    done = translate_all(LibreTranslate(services.url), SOURCES, ("en", "fr"), {"tool": "outil"}, told.append)
    assert done.findings == []
    assert done.texts == {context: f"GAIN {text[5:-9]}**outil**." for context, text in SOURCES.items()}
    assert [len(asked["q"]) for asked in services.asked] == [20, 20, 5]
    assert told == [20, 40, 45]


def test_a_text_whose_icons_were_lost_is_left_out_and_told(services):
    services.translated = lambda html: (
        html.replace("{tech}", "{technique}") if ">{tech}</code> 7," in html else html
    )
    done = translate_all(LibreTranslate(services.url), SOURCES, ("en", "fr"), {})
    assert set(SOURCES) - set(done.texts) == {"card-7.text"}
    assert [(finding.rule, finding.subjects) for finding in done.findings] == [("machine-icons", ("card-7",))]


def test_what_came_before_a_service_stopped_is_kept(services):
    service = LibreTranslate(services.url)
    ask = service.translate

    def stops(texts, source, target):
        answers = ask(texts, source, target)
        services.failures = [(403, {"error": "Used up"})]
        return answers

    service.translate = stops
    done = translate_all(service, SOURCES, ("en", "fr"), {})
    assert len(done.texts) == 20
    assert [(finding.severity, "Used up" in finding.message) for finding in done.findings] == [
        ("error", True)
    ]


def test_a_service_that_translates_nothing_is_an_error(services):
    services.failures = [(403, {"error": "No"})]
    with pytest.raises(InputError):
        translate_all(LibreTranslate(services.url), SOURCES, ("en", "fr"), {})


def test_tags_are_kept_from_the_machine_and_come_back():
    source = "Gain [gold]2 coins[/] [see note]"
    masked = mask_tokens(source, {})
    assert masked == f"Gain {KEPT.format('[gold]')}2 coins{KEPT.format('[/]')} [see note]"
    assert unmask_tokens(masked.replace("Gain", "Prendi"), source) == "Prendi [gold]2 coins[/] [see note]"


@pytest.mark.parametrize("answer", ["Prendi 2", "[gold]Prendi 2", "[/][gold]Prendi 2", "[oro]Prendi[/]"])
def test_an_answer_with_other_tags_is_refused(answer):
    assert unmask_tokens(answer, "[gold]Gain[/] 2") is None
