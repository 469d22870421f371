// Judge decks with the deck validation of ArkhamCards. Arguments: its folder, and a folder with esbuild and lodash in
// node_modules. Reads JSON from standard input, writes one verdict for each deck.
import { createRequire } from 'node:module';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

const [source, tools] = process.argv.slice(2).map((one) => resolve(one));
const require = createRequire(join(tools, 'package.json'));
const { build } = require('esbuild');
const kept = ['actions/types', 'app_constants', 'lib/DeckValidation', 'data/types/DeckOption', 'data/deck/special'];
// Only what the validation runs is bundled, without the app's screens and its database.
const plugin = {
    name: 'only what is run',
    setup(bundle) {
        bundle.onResolve({ filter: /.*/ }, ({ path, importer }) => {
            if (path === 'lodash') return { path: require.resolve('lodash') };
            if (!importer || isAbsolute(path)) return undefined;
            const file = path.startsWith('.') ? resolve(importer, '..', path) : join(source, 'src', path.replace(/^@/, ''));
            const found = [file, `${file}.ts`, join(file, 'index.ts')].find((one) => existsSync(one) && /\.ts$/.test(one));
            if (found && kept.some((one) => found.startsWith(join(source, 'src', one)))) return { path: found };
            return { path, namespace: 'stub' };
        });
        bundle.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({
            contents: `const stub = (one, key) => (typeof one === 'object' && typeof key === 'string' ? undefined : stub);
                const any = new Proxy({ t: String.raw }, { get: (o, name) => (name in o ? o[name] : stub) });
                module.exports = Object.create(any);`
        }));
    }
};
const folder = mkdtempSync(join(tmpdir(), 'arkham-'));
const outfile = join(folder, 'validation.cjs');
const entry = `import DeckValidation from ${JSON.stringify(join(source, 'src/lib/DeckValidation.ts'))};
    import DeckOption from ${JSON.stringify(join(source, 'src/data/types/DeckOption/index.ts'))};
    export { DeckValidation, DeckOption };`;
await build({
    stdin: { contents: entry, resolveDir: tools },
    bundle: true, platform: 'node', format: 'cjs', outfile, plugins: [plugin], logLevel: 'error',
    tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } }
});
const { DeckValidation, DeckOption } = require(outfile);
rmSync(folder, { recursive: true });

const { cards, investigators, decks } = JSON.parse(readFileSync(0, 'utf8'));
for (const card of [...Object.values(cards), ...Object.values(investigators)]) {
    card.deck_options = card.deck_options && DeckOption.parseList(card.deck_options);
    card.factionCodes = () => [card.faction_code, card.faction2_code, card.faction3_code].filter((one) => one);
}
// The validation stops at the first problem; these are found by its own functions, whether or not there is another.
function others(check, copies) {
    const invalid = check.getInvalidCards(copies).length > 0;
    const isFull = check.deckOptions(copies).some((one, i) => one.limit && check.deck_options_counts[i].limit > one.limit);
    const limits = Object.values(check.getCopiesAndDeckLimit(copies));
    return [
        ...(invalid || isFull ? ['invalid'] : []),
        ...(limits.some((one) => one.nb_copies > one.deck_limit) ? ['copies'] : []),
        ...(check.getDrawDeckSize(copies) !== check.getDeckSize(copies) ? ['size'] : [])
    ];
}

const results = decks.map(({ investigator, slots, meta }) => {
    const one = investigators[investigator];
    const copies = Object.entries(slots).flatMap(([code, number]) => Array(number).fill(cards[code]));
    const check = new DeckValidation({ front: one, back: one }, slots, meta);
    const problem = check.getProblem(copies);
    const named = problem ? [`${problem.reason} ${problem.investigatorReason ?? ''}`.trim(), ...problem.problems] : [];
    return { legal: !problem, named, others: others(check, copies) };
});
process.stdout.write(JSON.stringify(results));
