-- Roles of a team for a Deckwright database. Run it as the owner of the tables, with the right to create roles:
--   deckwright db roles | psql DATABASE
-- Then add people:  GRANT deckwright_translator TO anna;
-- Run it again after an upgrade of Deckwright: it can be repeated.
BEGIN;
DO $$
DECLARE role text; place text;
BEGIN
  -- Before PostgreSQL 15, everybody may create tables there.
  EXECUTE format('REVOKE CREATE ON SCHEMA %I FROM PUBLIC', current_schema());
  FOREACH role IN ARRAY ARRAY['deckwright_reader', 'deckwright_translator', 'deckwright_editor'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = role) THEN
      EXECUTE format('CREATE ROLE %I NOLOGIN', role);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), role);
    FOREACH place IN ARRAY ARRAY['TABLES', 'SEQUENCES', 'FUNCTIONS'] LOOP
      EXECUTE format('REVOKE ALL ON ALL %s IN SCHEMA %I FROM %I', place, current_schema(), role);
    END LOOP;
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO %I', current_schema(), role);
    EXECUTE format('GRANT SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', current_schema(), role); -- for backups
  END LOOP;
  FOREACH place IN ARRAY ARRAY['translations', 'texts', 'card_words'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', place);
    EXECUTE format('DROP POLICY IF EXISTS reading ON %I', place);
    EXECUTE format('DROP POLICY IF EXISTS translating ON %I', place);
    EXECUTE format('DROP POLICY IF EXISTS editing ON %I', place);
    EXECUTE format('CREATE POLICY reading ON %I FOR SELECT TO deckwright_reader, deckwright_translator USING (true)', place);
    EXECUTE format('CREATE POLICY editing ON %I TO deckwright_editor USING (true)', place);
    CONTINUE WHEN place = 'translations';
    EXECUTE format('CREATE POLICY translating ON %I TO deckwright_translator USING (language <> (SELECT source_language'
      ' FROM cards JOIN games ON games.id = game WHERE number = card))', place);
  END LOOP;
END $$;
-- A translator changes texts in other languages than the game's own, and what is searched in them. Of the texts of a game,
-- only those that the database alone keeps come and go; the others are only translated. Who merges into a game's folder also
-- records that, and the folder's new content, by functions of the owner.
GRANT INSERT, DELETE ON translations, texts, card_words TO deckwright_translator;
GRANT UPDATE (text, state, previous, who, at, waivers, notes, unsure, reviewer) ON translations TO deckwright_translator;
GRANT UPDATE (digest) ON cards TO deckwright_translator;
CREATE POLICY translating ON translations TO deckwright_translator
  USING (own AND language <> (SELECT source_language FROM games WHERE id = game));
DROP POLICY IF EXISTS changing ON translations;
CREATE POLICY changing ON translations FOR UPDATE TO deckwright_translator USING (NOT own);
GRANT EXECUTE ON FUNCTION record_load, set_digest, set_labels TO deckwright_translator, deckwright_editor;
-- An editor loads games, keeps counts, printers and prints, and changes texts.
GRANT INSERT, UPDATE, DELETE ON games, cards, texts, card_values, card_words, decks, deck_entries, assets,
  translations, text_dates, box_counts, printers, prints, printed_cards, contents, kept_files TO deckwright_editor;
GRANT USAGE ON SEQUENCE cards_number_seq, card_values_number_seq, decks_number_seq, prints_number_seq TO deckwright_editor;
COMMIT;
