"""The Python API: what Deckwright can do, as typed functions from values to values, without a command line.

`from deckwright import workbench` has all public names. A module is imported when one of its names is first used, because
commands import single modules of this package and must start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from deckwright.errors import DatabaseError as DatabaseError
    from deckwright.errors import DeckwrightError as DeckwrightError
    from deckwright.errors import InputError as InputError
    from deckwright.errors import RefusedError as RefusedError
    from deckwright.errors import UsageError as UsageError
    from deckwright.findings import Finding as Finding
    from deckwright.workbench.authoring import CardChange as CardChange
    from deckwright.workbench.authoring import edit_card as edit_card
    from deckwright.workbench.authoring import new_deck as new_deck
    from deckwright.workbench.authoring import new_game as new_game
    from deckwright.workbench.cards import DeckLists as DeckLists
    from deckwright.workbench.cards import FoundCard as FoundCard
    from deckwright.workbench.cards import FoundCards as FoundCards
    from deckwright.workbench.cards import GameSummary as GameSummary
    from deckwright.workbench.cards import SearchOptions as SearchOptions
    from deckwright.workbench.cards import find_card as find_card
    from deckwright.workbench.cards import list_decks as list_decks
    from deckwright.workbench.cards import list_games as list_games
    from deckwright.workbench.cards import search_cards as search_cards
    from deckwright.workbench.cards import write_card_table as write_card_table
    from deckwright.workbench.checking import CheckedDeck as CheckedDeck
    from deckwright.workbench.checking import CheckOptions as CheckOptions
    from deckwright.workbench.checking import CheckSummary as CheckSummary
    from deckwright.workbench.checking import CombinedDeck as CombinedDeck
    from deckwright.workbench.checking import CombineOptions as CombineOptions
    from deckwright.workbench.checking import RepairedDeck as RepairedDeck
    from deckwright.workbench.checking import check_decks as check_decks
    from deckwright.workbench.checking import check_each as check_each
    from deckwright.workbench.checking import combine_decks as combine_decks
    from deckwright.workbench.checking import repair_deck as repair_deck
    from deckwright.workbench.counting import DeckStatistics as DeckStatistics
    from deckwright.workbench.counting import Effort as Effort
    from deckwright.workbench.counting import EffortOptions as EffortOptions
    from deckwright.workbench.counting import OddsOptions as OddsOptions
    from deckwright.workbench.counting import deck_statistics as deck_statistics
    from deckwright.workbench.counting import find_effort as find_effort
    from deckwright.workbench.database import DatabaseCheck as DatabaseCheck
    from deckwright.workbench.database import DatabaseInfo as DatabaseInfo
    from deckwright.workbench.database import RestoredDatabase as RestoredDatabase
    from deckwright.workbench.database import UpgradedDatabase as UpgradedDatabase
    from deckwright.workbench.database import backup_database as backup_database
    from deckwright.workbench.database import check_database as check_database
    from deckwright.workbench.database import copy_database as copy_database
    from deckwright.workbench.database import database_info as database_info
    from deckwright.workbench.database import list_box_counts as list_box_counts
    from deckwright.workbench.database import remove_box_counts as remove_box_counts
    from deckwright.workbench.database import restore_database as restore_database
    from deckwright.workbench.database import role_script as role_script
    from deckwright.workbench.database import upgrade_database as upgrade_database
    from deckwright.workbench.dealing import GameTable as GameTable
    from deckwright.workbench.dealing import PileOnTable as PileOnTable
    from deckwright.workbench.dealing import SetupOptions as SetupOptions
    from deckwright.workbench.dealing import build_pile as build_pile
    from deckwright.workbench.dealing import deal_table as deal_table
    from deckwright.workbench.deck_sources import DeckSource as DeckSource
    from deckwright.workbench.deck_sources import FoundDecks as FoundDecks
    from deckwright.workbench.deck_sources import find_decks as find_decks
    from deckwright.workbench.documents import PadOptions as PadOptions
    from deckwright.workbench.documents import PrintedPads as PrintedPads
    from deckwright.workbench.documents import PrintedRules as PrintedRules
    from deckwright.workbench.documents import ReferenceOptions as ReferenceOptions
    from deckwright.workbench.documents import RulesOptions as RulesOptions
    from deckwright.workbench.documents import print_reference_cards as print_reference_cards
    from deckwright.workbench.documents import print_rules_pages as print_rules_pages
    from deckwright.workbench.documents import print_score_pads as print_score_pads
    from deckwright.workbench.library import DeckLibrary as DeckLibrary
    from deckwright.workbench.library import current_database as current_database
    from deckwright.workbench.library import existing_database as existing_database
    from deckwright.workbench.library import find_database as find_database
    from deckwright.workbench.library import open_library as open_library
    from deckwright.workbench.loading import LoadOptions as LoadOptions
    from deckwright.workbench.loading import LoadResult as LoadResult
    from deckwright.workbench.loading import load_counts as load_counts
    from deckwright.workbench.loading import load_game as load_game
    from deckwright.workbench.loading import load_paths as load_paths
    from deckwright.workbench.merging import FileMerge as FileMerge
    from deckwright.workbench.merging import FileMergeOptions as FileMergeOptions
    from deckwright.workbench.merging import merge_file as merge_file
    from deckwright.workbench.online import write_cockatrice_set as write_cockatrice_set
    from deckwright.workbench.previewing import News as News
    from deckwright.workbench.previewing import Preview as Preview
    from deckwright.workbench.previewing import View as View
    from deckwright.workbench.print_history import list_prints as list_prints
    from deckwright.workbench.printing import ExportResult as ExportResult
    from deckwright.workbench.printing import HistoryOptions as HistoryOptions
    from deckwright.workbench.printing import ProofOptions as ProofOptions
    from deckwright.workbench.printing import SheetAdditions as SheetAdditions
    from deckwright.workbench.printing import SheetOptions as SheetOptions
    from deckwright.workbench.printing import print_sheets as print_sheets
    from deckwright.workbench.printing import print_side_by_side as print_side_by_side
    from deckwright.workbench.printing import write_proof_page as write_proof_page
    from deckwright.workbench.publishing import print_and_play as print_and_play
    from deckwright.workbench.score_files import Conversation as Conversation
    from deckwright.workbench.score_files import GameScores as GameScores
    from deckwright.workbench.score_files import ScoreOptions as ScoreOptions
    from deckwright.workbench.score_files import ScoreOutput as ScoreOutput
    from deckwright.workbench.score_files import score_answers as score_answers
    from deckwright.workbench.score_files import score_file as score_file
    from deckwright.workbench.score_files import score_template as score_template
    from deckwright.workbench.selection import Selection as Selection
    from deckwright.workbench.sheet_games import NewGame as NewGame
    from deckwright.workbench.sheet_games import NewGameOptions as NewGameOptions
    from deckwright.workbench.sheet_games import new_game_from_sheet as new_game_from_sheet
    from deckwright.workbench.sheets import PrinterChanges as PrinterChanges
    from deckwright.workbench.sheets import SheetSummary as SheetSummary
    from deckwright.workbench.sheets import change_printer as change_printer
    from deckwright.workbench.sheets import describe_sheet as describe_sheet
    from deckwright.workbench.sheets import draw_sheet_plan as draw_sheet_plan
    from deckwright.workbench.sheets import find_printer as find_printer
    from deckwright.workbench.sheets import forget_printer as forget_printer
    from deckwright.workbench.sheets import list_printers as list_printers
    from deckwright.workbench.sheets import list_sheets as list_sheets
    from deckwright.workbench.sheets import print_calibration_sheet as print_calibration_sheet
    from deckwright.workbench.target_exports import PictureOptions as PictureOptions
    from deckwright.workbench.target_exports import TabletopOptions as TabletopOptions
    from deckwright.workbench.target_exports import TargetOptions as TargetOptions
    from deckwright.workbench.target_exports import print_card_pictures as print_card_pictures
    from deckwright.workbench.target_exports import print_tabletop_decks as print_tabletop_decks
    from deckwright.workbench.target_exports import print_target as print_target
    from deckwright.workbench.translating import ExtractedTexts as ExtractedTexts
    from deckwright.workbench.translating import ExtractOptions as ExtractOptions
    from deckwright.workbench.translating import GameStatus as GameStatus
    from deckwright.workbench.translating import LanguageCheck as LanguageCheck
    from deckwright.workbench.translating import Suggestions as Suggestions
    from deckwright.workbench.translating import SuggestOptions as SuggestOptions
    from deckwright.workbench.translating import TranslationCheckOptions as TranslationCheckOptions
    from deckwright.workbench.translating import check_translations as check_translations
    from deckwright.workbench.translating import extract_texts as extract_texts
    from deckwright.workbench.translating import merge_suggestions as merge_suggestions
    from deckwright.workbench.translating import suggest_translations as suggest_translations
    from deckwright.workbench.translating import translation_status as translation_status
    from deckwright.workbench.translating import write_suggestions as write_suggestions

_MODULES = {
    "deckwright.errors": ("DatabaseError", "DeckwrightError", "InputError", "RefusedError", "UsageError"),
    "deckwright.findings": ("Finding",),
    "deckwright.workbench.documents": (
        "PadOptions",
        "PrintedPads",
        "PrintedRules",
        "ReferenceOptions",
        "RulesOptions",
        "print_reference_cards",
        "print_rules_pages",
        "print_score_pads",
    ),
    "deckwright.workbench.authoring": ("CardChange", "edit_card", "new_deck", "new_game"),
    "deckwright.workbench.cards": (
        "DeckLists",
        "FoundCard",
        "FoundCards",
        "GameSummary",
        "SearchOptions",
        "find_card",
        "list_decks",
        "list_games",
        "search_cards",
        "write_card_table",
    ),
    "deckwright.workbench.checking": (
        "CheckOptions",
        "CheckSummary",
        "CheckedDeck",
        "CombineOptions",
        "CombinedDeck",
        "RepairedDeck",
        "check_decks",
        "check_each",
        "combine_decks",
        "repair_deck",
    ),
    "deckwright.workbench.database": (
        "DatabaseCheck",
        "DatabaseInfo",
        "RestoredDatabase",
        "UpgradedDatabase",
        "backup_database",
        "check_database",
        "copy_database",
        "database_info",
        "list_box_counts",
        "remove_box_counts",
        "restore_database",
        "role_script",
        "upgrade_database",
    ),
    "deckwright.workbench.deck_sources": ("DeckSource", "FoundDecks", "find_decks"),
    "deckwright.workbench.library": (
        "DeckLibrary",
        "current_database",
        "existing_database",
        "find_database",
        "open_library",
    ),
    "deckwright.workbench.loading": ("LoadOptions", "LoadResult", "load_counts", "load_game", "load_paths"),
    "deckwright.workbench.merging": ("FileMerge", "FileMergeOptions", "merge_file"),
    "deckwright.workbench.online": ("write_cockatrice_set",),
    "deckwright.workbench.publishing": ("print_and_play",),
    "deckwright.workbench.previewing": ("News", "Preview", "View"),
    "deckwright.workbench.print_history": ("list_prints",),
    "deckwright.workbench.printing": (
        "ExportResult",
        "HistoryOptions",
        "ProofOptions",
        "SheetAdditions",
        "SheetOptions",
        "print_sheets",
        "print_side_by_side",
        "write_proof_page",
    ),
    "deckwright.workbench.score_files": (
        "Conversation",
        "GameScores",
        "ScoreOptions",
        "ScoreOutput",
        "score_answers",
        "score_file",
        "score_template",
    ),
    "deckwright.workbench.selection": ("Selection",),
    "deckwright.workbench.dealing": ("GameTable", "PileOnTable", "SetupOptions", "build_pile", "deal_table"),
    "deckwright.workbench.sheet_games": ("NewGame", "NewGameOptions", "new_game_from_sheet"),
    "deckwright.workbench.sheets": (
        "PrinterChanges",
        "SheetSummary",
        "change_printer",
        "describe_sheet",
        "draw_sheet_plan",
        "find_printer",
        "forget_printer",
        "list_printers",
        "list_sheets",
        "print_calibration_sheet",
    ),
    "deckwright.workbench.counting": (
        "DeckStatistics",
        "Effort",
        "EffortOptions",
        "OddsOptions",
        "deck_statistics",
        "find_effort",
    ),
    "deckwright.workbench.target_exports": (
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
        "SuggestOptions",
        "Suggestions",
        "TranslationCheckOptions",
        "check_translations",
        "extract_texts",
        "merge_suggestions",
        "suggest_translations",
        "translation_status",
        "write_suggestions",
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
