CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE games (
	id VARCHAR NOT NULL, 
	source_language VARCHAR NOT NULL, 
	languages VARCHAR NOT NULL, 
	definition VARCHAR NOT NULL, 
	labels VARCHAR NOT NULL, 
	queries VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, folder VARCHAR DEFAULT '' NOT NULL, stamp VARCHAR DEFAULT '' NOT NULL, findings VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE cards (
	number INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	copies INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	origin VARCHAR NOT NULL, 
	icon VARCHAR NOT NULL, 
	marks VARCHAR NOT NULL, 
	fields VARCHAR NOT NULL, 
	position INTEGER NOT NULL, 
	digest VARCHAR NOT NULL, counts VARCHAR DEFAULT 'exact' NOT NULL, origins VARCHAR DEFAULT '{}' NOT NULL, aliases VARCHAR DEFAULT '{}' NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (game, id), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE texts (
	card INTEGER NOT NULL, 
	language VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (card, language, name), 
	FOREIGN KEY(card) REFERENCES cards (number)
);
CREATE TABLE card_values (
	number INTEGER NOT NULL, 
	card INTEGER NOT NULL, 
	field VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	value FLOAT, 
	PRIMARY KEY (number), 
	FOREIGN KEY(card) REFERENCES cards (number)
);
CREATE TABLE decks (
	number INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	id VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	format VARCHAR NOT NULL, 
	players INTEGER, 
	position INTEGER NOT NULL, date VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (game, id), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE deck_entries (
	deck INTEGER NOT NULL, 
	position INTEGER NOT NULL, 
	zone VARCHAR NOT NULL, 
	card VARCHAR NOT NULL, 
	copies INTEGER NOT NULL, fields VARCHAR DEFAULT '{}' NOT NULL, 
	PRIMARY KEY (deck, position), 
	FOREIGN KEY(deck) REFERENCES decks (number)
);
CREATE TABLE assets (
	game VARCHAR NOT NULL, 
	path VARCHAR NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (game, path), 
	FOREIGN KEY(game) REFERENCES games (id)
);
CREATE TABLE loads (
	number INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	program VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	cards INTEGER NOT NULL, 
	added INTEGER NOT NULL, 
	changed INTEGER NOT NULL, 
	removed INTEGER NOT NULL, folder VARCHAR DEFAULT '' NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE prints (
	number INTEGER NOT NULL, 
	at VARCHAR NOT NULL, 
	program VARCHAR NOT NULL, 
	game VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	sources VARCHAR NOT NULL, 
	sheet VARCHAR NOT NULL, 
	file VARCHAR NOT NULL, 
	cards INTEGER NOT NULL, 
	pages INTEGER NOT NULL, 
	added BOOLEAN NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE printed_cards (
	print INTEGER NOT NULL, 
	card VARCHAR NOT NULL, 
	face VARCHAR NOT NULL, 
	digest VARCHAR NOT NULL, 
	copies INTEGER NOT NULL, 
	PRIMARY KEY (print, card, face), 
	FOREIGN KEY(print) REFERENCES prints (number)
);
CREATE TABLE translations (
	game VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	context VARCHAR NOT NULL, 
	own BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	source VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	state VARCHAR NOT NULL, 
	previous VARCHAR NOT NULL, 
	who VARCHAR NOT NULL, 
	at VARCHAR NOT NULL, 
	waivers VARCHAR NOT NULL, 
	notes VARCHAR NOT NULL, 
	unsure BOOLEAN NOT NULL, 
	place VARCHAR NOT NULL, 
	PRIMARY KEY (game, language, context, own)
);
CREATE TABLE box_counts (
	game VARCHAR NOT NULL, 
	card VARCHAR NOT NULL, 
	copies INTEGER NOT NULL, 
	game_copies INTEGER NOT NULL, 
	game_counts VARCHAR NOT NULL, 
	PRIMARY KEY (game, card)
);
CREATE TABLE printers (
	name VARCHAR NOT NULL, 
	"right" FLOAT NOT NULL, 
	down FLOAT NOT NULL, 
	scale FLOAT NOT NULL, 
	edge VARCHAR NOT NULL, 
	PRIMARY KEY (name)
);
CREATE VIRTUAL TABLE card_words USING fts5(card UNINDEXED, language UNINDEXED, name, text, tokenize='ascii');
CREATE INDEX ix_cards_id ON cards (id);
CREATE INDEX ix_card_values_card ON card_values (card);
CREATE INDEX ix_prints_game ON prints (game);
CREATE INDEX ix_card_values_field ON card_values (field, text, value, card);
CREATE INDEX ix_cards_position ON cards (game, position);
INSERT INTO alembic_version ("version_num") VALUES ('0009');
INSERT INTO games ("id", "source_language", "languages", "definition", "labels", "queries", "digest", "folder", "stamp", "findings") VALUES ('pond', 'en', '["en","fr"]', '{"id":"pond","title":"Pond","source_language":"en","languages":["en","fr"],"fields":{"power":{"title":"Power","type":"number"}},"kinds":{"frog":{"name":"Frog","fields":["power"]},"reed":{"name":"Reed"}},"formats":{"open":{"name":"Open deck","rules":[]}}}', '{"en":{"game:title":"Pond","kind:frog":"Frog","kind:reed":"Reed","format:open":"Open deck","field:power":"Power","deck:first":"First pond","word:rulebook":"rulebook","word:community":"community","word:sample":"sample","word:reference-card":"Reference card","word:set-up":"Set-up","word:reference-players":"Players","word:one-player-of":"{numbers} player","word:several-players-of":"{numbers} players","word:at-the-table":"At the table","word:ways-to-play":"Ways to play","word:in-the-box":"In the box","word:reference-marks":"Marks","word:reference-icons":"Icons","word:reference-all":"all","word:reference-label":"{label}:","word:zone-each":"{zone}, each player","word:zone-at-most":"{zone}, at most","word:first-player":"first player","word:draw-each-turn":"Draw each turn","word:draw-every":"Draw every {count} turns","word:page-of":"{page} of {pages}","word:one-turn":"A turn","word:rules-page":"Rules","word:rules-unclear":"Unclear rules, and how we read them","word:rules-otherwise":"Or, if you agree: {choice}","word:first-by-chance":"Chance decides who goes first.","word:first-is-seat":"Seat {seat} goes first.","word:first-is-highest":"The highest card that nobody else shows goes first.","word:first-are-all":"All play at the same time."},"fr":{"game:title":"Étang"}}', '{}', 'aa4dd868e18d99b44f87a3087555a8b2', '/games/pond', '', '');
INSERT INTO cards ("number", "game", "id", "kind", "copies", "revision", "origin", "icon", "marks", "fields", "position", "digest", "counts", "origins", "aliases") VALUES (1, 'pond', 'green-frog', 'frog', 3, 1, 'sample', 'leaf', '[]', '{"power":2}', 0, '2ae43f4ea35206d9', 'exact', '{}', '{}');
INSERT INTO cards ("number", "game", "id", "kind", "copies", "revision", "origin", "icon", "marks", "fields", "position", "digest", "counts", "origins", "aliases") VALUES (2, 'pond', 'old-reed', 'reed', 1, 1, 'sample', '', '[]', '{}', 1, '90ecff97ff0db010', 'exact', '{}', '{}');
INSERT INTO texts ("card", "language", "name", "text") VALUES (1, 'en', 'name', 'Green frog');
INSERT INTO texts ("card", "language", "name", "text") VALUES (1, 'en', 'text', 'It waits for a fly.');
INSERT INTO texts ("card", "language", "name", "text") VALUES (1, 'fr', 'name', 'Grenouille verte');
INSERT INTO texts ("card", "language", "name", "text") VALUES (2, 'en', 'name', 'Old reed');
INSERT INTO texts ("card", "language", "name", "text") VALUES (2, 'en', 'flavour', 'It bends, and stays.');
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (1, 1, 'id', 'green-frog', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (2, 1, 'game', 'pond', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (3, 1, 'kind', 'frog', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (4, 1, 'origin', 'sample', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (5, 1, 'rules_origin', 'sample', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (6, 1, 'copies', '3', 3.0);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (7, 1, 'revision', '1', 1.0);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (8, 1, 'power', '2', 2.0);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (9, 2, 'id', 'old-reed', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (10, 2, 'game', 'pond', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (11, 2, 'kind', 'reed', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (12, 2, 'origin', 'sample', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (13, 2, 'rules_origin', 'sample', NULL);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (14, 2, 'copies', '1', 1.0);
INSERT INTO card_values ("number", "card", "field", "text", "value") VALUES (15, 2, 'revision', '1', 1.0);
INSERT INTO decks ("number", "game", "id", "name", "format", "players", "position", "date") VALUES (1, 'pond', 'first', 'First pond', 'open', NULL, 0, '');
INSERT INTO deck_entries ("deck", "position", "zone", "card", "copies", "fields") VALUES (1, 0, 'cards', 'green-frog', 2, '{}');
INSERT INTO deck_entries ("deck", "position", "zone", "card", "copies", "fields") VALUES (1, 1, 'cards', 'old-reed', 1, '{}');
INSERT INTO assets ("game", "path", "content") VALUES ('pond', 'icons/leaf.svg', X'3C73766720786D6C6E733D22687474703A2F2F7777772E77332E6F72672F323030302F737667222076696577426F783D2230203020382038223E3C636972636C652063783D2234222063793D22342220723D2233222F3E3C2F7376673E0A');
INSERT INTO loads ("number", "game", "at", "program", "digest", "cards", "added", "changed", "removed", "folder") VALUES (1, 'pond', '2026-11-22T21:11:25+00:00', '0.1.0', 'aa4dd868e18d99b44f87a3087555a8b2', 4, 4, 0, 0, '/games/pond');
INSERT INTO prints ("number", "at", "program", "game", "language", "sources", "sheet", "file", "cards", "pages", "added") VALUES (1, '2026-11-22T21:11:25+00:00', '0.1.0', 'pond', 'en', '["pond"]', 'a4', '/out.pdf', 4, 1, 0);
INSERT INTO printed_cards ("print", "card", "face", "digest", "copies") VALUES (1, 'green-frog', 'frog', 'd', 3);
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'game:title', 0, 0, 'Pond', 'Étang', 'draft', '', '', '', '[]', '[]', 0, 'game.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'kind:frog', 0, 1, 'Frog', '', 'missing', '', '', '', '[]', '[]', 0, 'game.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'kind:reed', 0, 2, 'Reed', '', 'missing', '', '', '', '[]', '[]', 0, 'game.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'format:open', 0, 3, 'Open deck', '', 'missing', '', '', '', '[]', '[]', 0, 'game.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'field:power', 0, 4, 'Power', '', 'missing', '', '', '', '[]', '[]', 0, 'game.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'deck:first', 0, 5, 'First pond', '', 'missing', '', '', '', '[]', '[]', 0, 'decks/first.yaml');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'green-frog.name', 0, 6, 'Green frog', 'Grenouille verte', 'draft', '', '', '', '[]', '[]', 0, 'cards/cards.yaml:3');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'green-frog.text', 0, 7, 'It waits for a fly.', '', 'missing', '', '', '', '[]', '[]', 0, 'cards/cards.yaml:8');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'old-reed.name', 0, 8, 'Old reed', 'Vieux roseau', 'draft', '', '', '', '[]', '[]', 1, 'cards/cards.yaml:10');
INSERT INTO translations ("game", "language", "context", "own", "position", "source", "text", "state", "previous", "who", "at", "waivers", "notes", "unsure", "place") VALUES ('pond', 'fr', 'old-reed.flavour', 0, 9, 'It bends, and stays.', '', 'missing', '', '', '', '[]', '[]', 0, 'cards/cards.yaml:12');
INSERT INTO printers ("name", "right", "down", "scale", "edge") VALUES ('office', 0.5, -0.25, 99.5, 'long');
INSERT INTO card_words (rowid, "card", "language", "name", "text") VALUES (1048576, 1, 'en', 'green frog', '');
INSERT INTO card_words (rowid, "card", "language", "name", "text") VALUES (1048577, 1, 'en', '', 'it waits for a fly');
INSERT INTO card_words (rowid, "card", "language", "name", "text") VALUES (1048578, 1, 'fr', 'grenouille verte', '');
INSERT INTO card_words (rowid, "card", "language", "name", "text") VALUES (2097152, 2, 'en', 'old reed', '');
INSERT INTO card_words (rowid, "card", "language", "name", "text") VALUES (2097153, 2, 'en', '', 'it bends and stays');
