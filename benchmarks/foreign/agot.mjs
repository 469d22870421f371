// Judge decks with throneteki's own deck helper: reads JSON from standard input, writes one verdict for each deck.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { readFileSync } from 'node:fs';

const { packs, cards, factions, legality, decks } = JSON.parse(readFileSync(0, 'utf8'));
const helper = pathToFileURL(join(process.argv[2], 'deck-helper', 'index.js'));
const full = pathToFileURL(join(process.argv[2], 'deck-helper', 'formatDeckAsFullCards.js'));
const { validateDeck } = await import(helper);
const { formatDeckAsFullCards } = await import(full);

const results = decks.map(({ day, format, list, deck }) => {
    Date.now = () => Date.parse(day) + 43200000;
    const options = { packs, format, variant: 'standard', legality: legality[list] };
    const found = validateDeck(formatDeckAsFullCards(deck, { cards, factions }), options);
    return { legal: found.basicRules && found.valid, reasons: found.extendedStatus.filter((one) => one) };
});
process.stdout.write(JSON.stringify(results));
