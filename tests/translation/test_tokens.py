from hypothesis import given
from hypothesis import strategies as st

from deckwright.translation.tokens import adapted, has_same_icons, icons_of, skeleton


def test_texts_that_differ_in_icons_and_numbers_alone_have_one_skeleton():
    assert skeleton("Gain {tech} 2!") == skeleton("gain {sci} 3") == "gain 00 0"
    assert skeleton("{tech} 2") != skeleton("2 {tech}")


def test_the_icon_and_the_number_of_the_new_source_are_put_in():
    assert adapted("Recevez {tech} 2.", "Gain {tech} 2.", "Gain {sci} 3.") == "Recevez {sci} 3."


def test_icons_that_change_places_in_the_translation_follow():
    old, new = "+1 {tech} for each {sci}", "+4 {bdp} for each {tech}"
    assert adapted("Pour chaque {sci}, +1 {tech}", old, new) == "Pour chaque {tech}, +4 {bdp}"


def test_one_icon_that_becomes_two_is_not_guessed():
    assert adapted("{tech} et {tech}", "{tech} and {tech}", "{tech} and {sci}") is None


def test_a_text_that_has_the_right_icons_as_it_is_is_left_alone():
    assert adapted("{tech} et {sci}", "{tech} and {tech}", "{tech} and {sci}") == "{tech} et {sci}"


def test_a_translation_whose_icons_were_wrong_already_is_not_used():
    assert adapted("Recevez 2.", "Gain {tech} 2.", "Gain {sci} 2.") is None


def test_numbers_of_which_it_is_unclear_which_goes_where_are_left():
    old, new = "+1 {tech} and +1 {sci}", "+2 {tech} and +1 {sci}"
    assert adapted("+1 {tech} et +1 {sci}", old, new) == "+1 {tech} et +1 {sci}"


def test_a_number_that_the_translation_writes_as_a_word_changes_nothing_else():
    assert adapted("Piochez une carte.", "Draw 1 card.", "Draw 2 card.") == "Piochez une carte."


_icons = st.lists(st.sampled_from(["{tech}", "{sci}", "{bdp}", "{once_per_turn}"]), max_size=5)


@given(_icons, _icons, st.randoms())
def test_whatever_is_adapted_has_the_icons_of_its_source(old, new, random):
    translated = list(old)
    random.shuffle(translated)
    text = adapted(" und ".join(translated), " and ".join(old), " and ".join(new))
    assert text is None or sorted(icons_of(text)) == sorted(new)
    if old == new:
        assert text == " und ".join(translated)


def test_icons_are_counted_not_only_named():
    assert has_same_icons("{a} {b}", "{b} {a}")
    assert not has_same_icons("{a} {a}", "{a}")
