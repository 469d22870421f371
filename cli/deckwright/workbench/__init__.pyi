# The public names of the Python API, and the modules that define them. Type checkers read this file, and so does __init__.py.

from deckwright.errors import (
    DatabaseError as DatabaseError,
    DeckwrightError as DeckwrightError,
    InputError as InputError,
    RefusedError as RefusedError,
    UsageError as UsageError,
)
from deckwright.findings import Finding as Finding
from deckwright.workbench.authoring import (
    CardChange as CardChange,
    add_language as add_language,
    edit_card as edit_card,
    new_deck as new_deck,
    new_game as new_game,
)
from deckwright.workbench.cards import (
    DeckLists as DeckLists,
    FoundCard as FoundCard,
    FoundCards as FoundCards,
    GameSummary as GameSummary,
    SearchOptions as SearchOptions,
    find_card as find_card,
    list_decks as list_decks,
    list_games as list_games,
    search_cards as search_cards,
    write_card_table as write_card_table,
)
from deckwright.workbench.counting import (
    DeckStatistics as DeckStatistics,
    Effort as Effort,
    EffortOptions as EffortOptions,
    OddsOptions as OddsOptions,
    deck_statistics as deck_statistics,
    draw_chart as draw_chart,
    find_effort as find_effort,
)
from deckwright.workbench.database import (
    DatabaseCheck as DatabaseCheck,
    DatabaseInfo as DatabaseInfo,
    RestoredDatabase as RestoredDatabase,
    UpgradedDatabase as UpgradedDatabase,
    backup_database as backup_database,
    check_database as check_database,
    copy_database as copy_database,
    database_info as database_info,
    list_box_counts as list_box_counts,
    remove_box_counts as remove_box_counts,
    remove_game as remove_game,
    restore_database as restore_database,
    role_script as role_script,
    upgrade_database as upgrade_database,
)
from deckwright.workbench.dealing import (
    GameTable as GameTable,
    HandOptions as HandOptions,
    PileOnTable as PileOnTable,
    SampleHands as SampleHands,
    SetupOptions as SetupOptions,
    build_pile as build_pile,
    deal_table as deal_table,
    draw_hands as draw_hands,
    print_hands as print_hands,
)
from deckwright.workbench.deck_checks import (
    CheckOptions as CheckOptions,
    CheckSummary as CheckSummary,
    CheckedDeck as CheckedDeck,
    CombineOptions as CombineOptions,
    CombinedDeck as CombinedDeck,
    RepairedDeck as RepairedDeck,
    check_decks as check_decks,
    check_each as check_each,
    combine_decks as combine_decks,
    repair_deck as repair_deck,
)
from deckwright.workbench.deck_sources import (
    DeckSource as DeckSource,
    FoundDecks as FoundDecks,
    find_decks as find_decks,
)
from deckwright.workbench.documents import (
    PadOptions as PadOptions,
    PrintedPads as PrintedPads,
    PrintedRules as PrintedRules,
    ReferenceOptions as ReferenceOptions,
    RulesOptions as RulesOptions,
    print_reference_cards as print_reference_cards,
    print_rules_pages as print_rules_pages,
    print_score_pads as print_score_pads,
)
from deckwright.workbench.exports import ExportResult as ExportResult, Selection as Selection
from deckwright.workbench.glossary_merging import merge_glossary as merge_glossary
from deckwright.workbench.library import (
    DeckLibrary as DeckLibrary,
    current_database as current_database,
    existing_database as existing_database,
    find_database as find_database,
    open_library as open_library,
)
from deckwright.workbench.loading import (
    LoadOptions as LoadOptions,
    LoadResult as LoadResult,
    load_counts as load_counts,
    load_game as load_game,
    load_paths as load_paths,
    renumber_cards as renumber_cards,
)
from deckwright.workbench.merging import (
    FileMerge as FileMerge,
    FileMergeOptions as FileMergeOptions,
    TranslationFix as TranslationFix,
    fix_translations as fix_translations,
    merge_file as merge_file,
    refresh_catalogues as refresh_catalogues,
)
from deckwright.workbench.online import (
    PlayTable as PlayTable,
    SimulatorOptions as SimulatorOptions,
    play_table as play_table,
    write_cgs_game as write_cgs_game,
    write_cockatrice_set as write_cockatrice_set,
)
from deckwright.workbench.previewing import News as News, Preview as Preview, View as View
from deckwright.workbench.print_history import (
    RestoredPrint as RestoredPrint,
    list_prints as list_prints,
    restore_print as restore_print,
)
from deckwright.workbench.proofreading import (
    LanguageCheck as LanguageCheck,
    ProofreadOptions as ProofreadOptions,
    TranslationCheckOptions as TranslationCheckOptions,
    check_translations as check_translations,
    proofread as proofread,
    write_check_page as write_check_page,
)
from deckwright.workbench.publishing import print_and_play as print_and_play
from deckwright.workbench.score_files import (
    Conversation as Conversation,
    GameScores as GameScores,
    ScoreOptions as ScoreOptions,
    ScoreOutput as ScoreOutput,
    score_answers as score_answers,
    score_file as score_file,
    score_template as score_template,
)
from deckwright.workbench.sheet_exports import (
    HistoryOptions as HistoryOptions,
    ProofOptions as ProofOptions,
    SheetAdditions as SheetAdditions,
    SheetOptions as SheetOptions,
    print_sheets as print_sheets,
    print_side_by_side as print_side_by_side,
    write_proof_page as write_proof_page,
)
from deckwright.workbench.sheet_games import (
    NewGame as NewGame,
    NewGameOptions as NewGameOptions,
    new_game_from_sheet as new_game_from_sheet,
)
from deckwright.workbench.sheet_updates import (
    SheetChanges as SheetChanges,
    load_fetched as load_fetched,
    load_with_new_columns as load_with_new_columns,
)
from deckwright.workbench.sheets import (
    PrinterChanges as PrinterChanges,
    change_printer as change_printer,
    draw_sheet_plan as draw_sheet_plan,
    find_printer as find_printer,
    forget_printer as forget_printer,
    list_printers as list_printers,
    print_calibration_sheet as print_calibration_sheet,
)
from deckwright.workbench.target_exports import (
    PictureOptions as PictureOptions,
    TabletopOptions as TabletopOptions,
    TargetOptions as TargetOptions,
    print_card_pictures as print_card_pictures,
    print_tabletop_decks as print_tabletop_decks,
    print_target as print_target,
)
from deckwright.workbench.translating import (
    ExtractOptions as ExtractOptions,
    ExtractedTexts as ExtractedTexts,
    GameStatus as GameStatus,
    SuggestOptions as SuggestOptions,
    Suggestions as Suggestions,
    extract_texts as extract_texts,
    suggest_translations as suggest_translations,
    translation_status as translation_status,
    write_suggestions as write_suggestions,
)
from deckwright.workbench.translator_package import (
    TranslatorPackage as TranslatorPackage,
    extract_glossary as extract_glossary,
    write_package as write_package,
    write_weblate_folder as write_weblate_folder,
)
from deckwright.workbench.tuckboxes import (
    PrintedTuckBox as PrintedTuckBox,
    TuckBoxOptions as TuckBoxOptions,
    print_tuckbox as print_tuckbox,
)
