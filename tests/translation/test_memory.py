import random

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz import fuzz

from deckwright.translation.memory import Known, Memory
from deckwright.translation.tokens import skeleton


def known(source, text, context="a.text", game="first", state="draft"):
    return Known(source, text, state, game, context)


def found(memory, source, context="new.text", game="mine", at_least=75):
    return memory.find(source, context, game, at_least)


def test_the_same_text_is_found_whatever_it_is_of():
    match = found(Memory([known("Server", "Serveur", "kind:server")]), "Server", "server.name")
    assert (match.text, match.score, match.known.context) == ("Serveur", 100, "kind:server")


def test_the_same_text_is_the_same_however_its_spaces_are_set():
    assert found(Memory([known("Draw a  card.", "Piochez.")]), "Draw a card.").score == 100


def test_reviewed_goes_before_draft_and_the_same_sort_before_another():
    draft, reviewed = known("Go", "Allez", state="draft"), known("Go", "Va", "b.text", state="reviewed")
    other = known("Go", "Go", "c.name", state="reviewed")
    assert found(Memory([draft, other, reviewed]), "Go").text == "Va"


def test_translations_of_one_text_that_are_as_good_are_all_told():
    match = found(
        Memory([known("Go", "Allez"), known("Go", "Va", "b.text"), known("Go", "Va", "c.text")]), "Go"
    )
    assert (match.text, match.others) == ("Allez", ("Va",))


def test_a_text_that_is_alike_is_found_with_the_icons_of_the_new_one():
    match = found(Memory([known("Gain {tech} 2.", "Recevez {tech} 2.")]), "Gain {sci} 2.")
    assert match.text == "Recevez {sci} 2."
    assert 75 <= match.score < 100


def test_what_is_only_alike_must_be_of_the_same_sort():
    memory = Memory([known("Sticky Notes", "Pense-bêtes", "sticky.name")])
    assert found(memory, "Sticky Note", "note.text") is None
    assert found(memory, "Sticky Note", "note.name").text == "Pense-bêtes"


def test_a_text_is_not_found_in_itself():
    memory = Memory([known("Draw a card.", "Piochez une carte.", "a.text", "mine")])
    assert found(memory, "Draw a card.", "a.text", "mine") is None
    assert found(memory, "Draw a card!", "a.text", "mine") is None
    assert found(memory, "Draw a card.", "a.text", "other").score == 100


def test_nothing_less_like_than_wanted_is_given():
    memory = Memory([known("Draw three cards and discard one.", "…")])
    assert found(memory, "Draw two cards and discard one.", at_least=95) is None
    assert found(memory, "Draw two cards and discard one.", at_least=75)
    assert found(memory, "Draw two cards and discard one.", at_least=100) is None


def test_a_text_of_signs_alone_is_like_no_other():
    assert found(Memory([known("…", "…")]), "—!") is None


def test_where_the_icons_of_the_best_do_not_go_over_the_next_best_is_taken():
    best = known("Gain {a} and {a} now.", "Recevez {a} puis {a}.")
    next_best = known("Gain {a} and {b} nowadays.", "Recevez {a} puis {b} de nos jours.", "b.text")
    assert (
        found(Memory([best, next_best]), "Gain {a} and {c} now.").text == "Recevez {a} puis {c} de nos jours."
    )


_words = st.lists(
    st.sampled_from(["draw", "card", "gain", "lose", "two", "each", "turn", "if"]), min_size=1, max_size=12
)


@given(st.lists(_words.map(" ".join), min_size=1, max_size=12, unique=True), _words.map(" ".join))
def test_it_finds_as_good_a_text_as_comparing_with_every_one_does(sources, wanted):
    memory = Memory(known(source, source.upper(), f"{number}.text") for number, source in enumerate(sources))
    match = found(memory, wanted)
    best = max(fuzz.ratio(skeleton(wanted), skeleton(source)) for source in sources)
    assert (match.score if match else 0) == (
        0 if best < 75 else 100 if wanted in sources else min(int(best), 99)
    )


def test_looking_up_a_text_takes_no_more_calls_in_a_larger_memory(calls):
    chance = random.Random(4)  # noqa: S311 - the same texts every time
    words = ["".join(chance.choices("aeioulnrst", k=chance.randint(2, 9))) for _ in range(1500)]
    texts = [" ".join(chance.choices(words, k=chance.choice((1, 2, 8, 12, 16)))) for _ in range(6000)]
    wanted = [f"{text} {chance.choice(words)}" for text in texts[:200]]

    def look_up(size):
        memory = Memory(known(text, text, f"c{number}.text") for number, text in enumerate(texts[:size]))
        assert sum(found(memory, one) is not None for one in wanted) > 100
        return calls(lambda: [found(memory, one) for one in wanted])

    assert look_up(6000) < 1.5 * look_up(600)
