"""The Python API: what Deckwright can do, as typed functions from values to values, without a command line.

`from deckwright import workbench` has all public names. A module is imported when one of its names is first used, because
commands import single modules of this package and must start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckwright.errors import DatabaseError, DeckwrightError, InputError, RefusedError, UsageError
    from deckwright.findings import Finding
    from deckwright.workbench.aids import (
        PadOptions,
        PrintedPads,
        ReferenceOptions,
        print_reference_cards,
        print_score_pads,
    )
    from deckwright.workbench.authoring import CardChange, edit_card, new_deck, new_game
    from deckwright.workbench.cards import (
        DeckLists,
        FoundCard,
        FoundCards,
        GameSummary,
        SearchOptions,
        find_card,
        list_decks,
        list_games,
        search_cards,
        write_card_table,
    )
    from deckwright.workbench.checking import (
        CheckOptions,
        CombinedDeck,
        CombineOptions,
        check_decks,
        combine_decks,
    )
    from deckwright.workbench.database import (
        DatabaseCheck,
        DatabaseInfo,
        RestoredDatabase,
        UpgradedDatabase,
        backup_database,
        check_database,
        database_info,
        list_box_counts,
        remove_box_counts,
        restore_database,
        upgrade_database,
    )
    from deckwright.workbench.library import (
        DeckLibrary,
        current_database,
        existing_database,
        find_database,
        open_library,
    )
    from deckwright.workbench.loading import LoadOptions, LoadResult, load_counts, load_game, load_paths
    from deckwright.workbench.merging import FileMerge, FileMergeOptions, merge_file
    from deckwright.workbench.print_history import list_prints
    from deckwright.workbench.printers import (
        PrinterChanges,
        change_printer,
        find_printer,
        forget_printer,
        list_printers,
        print_calibration_sheet,
    )
    from deckwright.workbench.printing import (
        ExportResult,
        HistoryOptions,
        ProofOptions,
        SheetAdditions,
        SheetOptions,
        make_proof_job,
        print_sheets,
        print_side_by_side,
    )
    from deckwright.workbench.score_questions import Conversation, ScoreOutput
    from deckwright.workbench.scoring import (
        GameScores,
        ScoreOptions,
        score_answers,
        score_file,
        score_template,
    )
    from deckwright.workbench.selection import Selection
    from deckwright.workbench.setup import GameTable, PileOnTable, SetupOptions, build_pile, deal_table
    from deckwright.workbench.statistics import (
        DeckStatistics,
        Effort,
        EffortOptions,
        OddsOptions,
        deck_statistics,
        find_effort,
    )
    from deckwright.workbench.suggesting import (
        Suggestions,
        SuggestOptions,
        merge_suggestions,
        suggest_translations,
        write_suggestions,
    )
    from deckwright.workbench.targets import (
        PictureOptions,
        TabletopOptions,
        TargetOptions,
        print_card_pictures,
        print_tabletop_decks,
        print_target,
    )
    from deckwright.workbench.translating import (
        ExtractedTexts,
        ExtractOptions,
        GameStatus,
        LanguageCheck,
        TranslationCheckOptions,
        check_translations,
        extract_texts,
        translation_status,
    )

_MODULES = {
    "deckwright.errors": ("DatabaseError", "DeckwrightError", "InputError", "RefusedError", "UsageError"),
    "deckwright.findings": ("Finding",),
    "deckwright.workbench.aids": (
        "PadOptions",
        "PrintedPads",
        "ReferenceOptions",
        "print_reference_cards",
        "print_score_pads",
    ),
    "deckwright.workbench.authoring": ("CardChange", "edit_card", "new_deck", "new_game"),
    "deckwright.workbench.cards": (
        "FoundCard",
        "FoundCards",
        "GameSummary",
        "SearchOptions",
        "find_card",
        "list_games",
        "search_cards",
    ),
    "deckwright.workbench.checking": (
        "CheckOptions",
        "CombineOptions",
        "CombinedDeck",
        "check_decks",
        "combine_decks",
    ),
    "deckwright.workbench.database": (
        "DatabaseCheck",
        "DatabaseInfo",
        "RestoredDatabase",
        "UpgradedDatabase",
        "backup_database",
        "check_database",
        "database_info",
        "list_box_counts",
        "remove_box_counts",
        "restore_database",
        "upgrade_database",
    ),
    "deckwright.workbench.library": (
        "DeckLibrary",
        "current_database",
        "existing_database",
        "find_database",
        "open_library",
    ),
    "deckwright.workbench.cards": ("DeckLists", "list_decks", "write_card_table"),
    "deckwright.workbench.loading": ("LoadOptions", "LoadResult", "load_counts", "load_game", "load_paths"),
    "deckwright.workbench.merging": ("FileMerge", "FileMergeOptions", "merge_file"),
    "deckwright.workbench.print_history": ("list_prints",),
    "deckwright.workbench.printers": (
        "PrinterChanges",
        "change_printer",
        "find_printer",
        "forget_printer",
        "list_printers",
        "print_calibration_sheet",
    ),
    "deckwright.workbench.printing": (
        "ExportResult",
        "HistoryOptions",
        "ProofOptions",
        "SheetAdditions",
        "SheetOptions",
        "make_proof_job",
        "print_sheets",
        "print_side_by_side",
    ),
    "deckwright.workbench.score_questions": ("Conversation", "ScoreOutput"),
    "deckwright.workbench.scoring": (
        "GameScores",
        "ScoreOptions",
        "score_answers",
        "score_file",
        "score_template",
    ),
    "deckwright.workbench.selection": ("Selection",),
    "deckwright.workbench.setup": ("GameTable", "PileOnTable", "SetupOptions", "build_pile", "deal_table"),
    "deckwright.workbench.statistics": (
        "DeckStatistics",
        "Effort",
        "EffortOptions",
        "OddsOptions",
        "deck_statistics",
        "find_effort",
    ),
    "deckwright.workbench.suggesting": (
        "SuggestOptions",
        "Suggestions",
        "merge_suggestions",
        "suggest_translations",
        "write_suggestions",
    ),
    "deckwright.workbench.targets": (
        "PictureOptions",
        "TabletopOptions",
        "TargetOptions",
        "print_card_pictures",
        "print_tabletop_decks",
        "print_target",
    ),
    "deckwright.workbench.translating": (
        "ExtractOptions",
        "ExtractedTexts",
        "GameStatus",
        "LanguageCheck",
        "TranslationCheckOptions",
        "check_translations",
        "extract_texts",
        "translation_status",
    ),
}
"""Public names by the module that defines them; the imports for type checkers above are the same."""

_HOMES = {name: module for module, names in _MODULES.items() for name in names}


if not TYPE_CHECKING:  # otherwise type checkers accept any name

    def __getattr__(name: str) -> Any:
        """Import a public name on first use."""
        if name not in _HOMES:
            message = f"module {__name__!r} has no attribute {name!r}"
            raise AttributeError(message)
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    """Public names, for completion in notebooks."""
    return sorted(_HOMES)
