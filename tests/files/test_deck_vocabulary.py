"""The module files/deck_vocabulary; what its readings become is tested with files/deck_cards."""


def test_what_was_read_once_is_known_for_all_decks_of_the_game(vocabulary):
    line = "Town 6 pre Clan:6 {level: 3}"
    assert vocabulary.reading(line) is vocabulary.reading(line)
    assert vocabulary.reading("Heart of Data 6").ids
    assert not vocabulary.reading("Heart of Data 6", is_counted=False).ids


def test_a_heading_is_a_zone_of_the_format_or_else_of_another(vocabulary):
    for heading, zones in {
        "Side": ("side", "sideboard", "side"),
        "[SIDEBOARD] (15)": ("side", "sideboard", "sideboard"),
        "Leader: 1": ("leader", "leader", "leader"),
        "Deck": ("cards", "cards", "cards"),
        "Hands": ("", "", ""),
    }.items():
        assert tuple(vocabulary.zone(heading, form) for form in ("open", "grand", "unknown")) == zones


def test_a_group_is_a_kind_or_a_choice_in_any_language_and_number(vocabulary):
    for heading in ("tools (3)", "OUTILS", "Ability", "abilities:", "mostri", "Monstres", "Moor"):
        assert vocabulary.is_group(heading), heading
    for heading in ("Side", "Moo", "Toolbox", "House", "(3)", ""):
        assert not vocabulary.is_group(heading), heading


def test_a_name_has_a_few_printings_before_it_and_not_thousands(vocabulary):
    """Found by tests/fuzz: each printing before a name was read within the reading of the one before."""
    named = vocabulary.reading("Heart of Data").ids
    assert named
    assert vocabulary.reading("[A] [B] [C] Heart of Data").ids == named
    assert not vocabulary.reading("[gold]" * 10_000 + "Heart of Data").ids


def test_a_line_of_thousands_of_signs_is_no_heading_and_takes_no_minutes(vocabulary):
    """Found by tests/fuzz: the pattern for numbers after a heading tried all ways to part the signs."""
    for heading in (
        "(" * 100_000 + "1x",
        "1" + "-" * 100_000 + "x",
        "aeiou" * 20_000 + "b",
        f"tools {'(' * 100_000}3)",
    ):
        assert not vocabulary.is_group(heading)
        assert vocabulary.zone(heading, "open") == ""
