"""Row numbers in the index for words that name the cards, so that a search reads nothing but the index."""

from alembic import op

revision = "0009"
down_revision = "0008"

_STATEMENTS = (
    "ALTER TABLE card_words RENAME TO older_words",
    (
        "CREATE VIRTUAL TABLE card_words"
        " USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii')"
    ),
    (
        "INSERT INTO card_words (rowid, card, language, name, text)"
        " SELECT (card << 20) + row_number() OVER (PARTITION BY card ORDER BY rowid) - 1, card, language, name, text"
        " FROM older_words"
    ),
    "DROP TABLE older_words",
)


def upgrade() -> None:
    """Number the rows anew; on a server, the index is of an ordinary table, which has the cards."""
    for statement in _STATEMENTS if op.get_bind().dialect.name == "sqlite" else ():
        op.execute(statement)
