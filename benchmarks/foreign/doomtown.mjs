// Judge decks with townsquare's own deck helper: reads JSON from standard input, writes one verdict for each deck.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { readFileSync } from 'node:fs';

const { packs, cards, lists, decks } = JSON.parse(readFileSync(0, 'utf8'));
const helper = createRequire(import.meta.url)(join(resolve(process.argv[2]), 'lib', 'index.js'));

const results = decks.map(({ day, list, deck }) => {
    Date.now = () => Date.parse(day) + 43200000;
    const found = helper.validateDeck(helper.formatDeckAsFullCards(deck, { cards }), {
        packs,
        restrictedLists: [lists[list]]
    });
    return { reasons: found.extendedStatus };
});
process.stdout.write(JSON.stringify(results));
