import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { embedAssets } from '#server/domains/players/embed/embed-assets.ts';

/*
 * Checks the built pages against their budgets, in gzipped bytes of JavaScript: what the browser needs for the first
 * screen, and what each lazy part adds to it. Exits with 1 if one is over budget.
 *
 *   node tools/bundle-size.ts [folder of the build]
 */
const firstBudget = 250_000;
/** Of each file of parts that many screens share (`vite.config.ts`). */
const sharedBudget = 70_000;
const lazyBudget = 60_000;
const chartBudget = 130_000;
const editorBudget = 140_000;
/** The scripts of embedded players: of the frame (its page has 4 kB more), of its menu, its HLS, its preview and song requests, and the loader. */
const embedBudgets = {
  'player.js': 10_000,
  'player-episodes.js': 9000,
  'player-menu.js': 3000,
  'player-hls.js': 3500,
  'player-preview.js': 3000,
  'player-requests.js': 3000,
  'v1.js': 3000,
};
/** The first screen: the layout, which is part of the entry, and an account's dashboard. */
const firstParts = /HomeScreen|\/AccountScreen/;
const sharedFile = /^assets\/(lists|station|analytics|forms|schemas)-/;

type Chunk = {
  file: string;
  name?: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
};

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/web-skywave/', import.meta.url));
const manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const sizes = new Map<string, number>();

/** The gzipped size of a file of the build. */
const sizeOf = async (file: string): Promise<number> => {
  const cached = sizes.get(file);
  if (cached !== undefined) return cached;
  const size = gzipSync(await readFile(`${folder}/${file}`), { level: 9 }).length;
  sizes.set(file, size);
  return size;
};

/** The files that a chunk needs before it can run, including itself. */
const closure = (key: string, files = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const needed of chunk.imports ?? []) closure(needed, files);
  return files;
};

const total = async (files: Iterable<string>): Promise<number> => {
  let sum = 0;
  for (const file of files) if (file.endsWith('.js')) sum += await sizeOf(file);
  return sum;
};

/** Charts and the rich text editor, loaded only on demand, may be larger. */
const budgetOf = (src: string): number =>
  /Chart/.test(src) ? chartBudget : /Editor/.test(src) ? editorBudget : lazyBudget;

// The entry itself is empty: its groups are the file `first`.
const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry ?? manifest[key]?.name === 'first');
if (!entry) throw new Error(`No entry in ${folder}/.vite/manifest.json: build the pages first`);
const parts = Object.keys(manifest).filter((key) => firstParts.test(key));
const first = new Set([entry, ...parts].flatMap((key) => [...closure(key)]));

const rows: [name: string, bytes: number, budget: number][] = [['first route', await total(first), firstBudget]];
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.src || chunk.isEntry || !chunk.file.endsWith('.js')) continue;
  // The part's importers are loaded already.
  const importers = Object.keys(manifest).filter((importer) => manifest[importer]?.dynamicImports?.includes(key));
  const loaded = new Set(
    importers.filter((importer) => importer !== entry).flatMap((importer) => [...closure(importer)]),
  );
  const own = [...closure(key)].filter((file) => !first.has(file) && !loaded.has(file) && !sharedFile.test(file));
  rows.push([chunk.src, await total(own), budgetOf(chunk.src)]);
}
const embedded = embedAssets();
for (const [name, { gzip }] of [...embedded.files, ['v1.js', embedded.loader] as const])
  rows.push([`embed/${name}`, gzip.length, embedBudgets[name as keyof typeof embedBudgets]]);
for (const file of new Set(Object.values(manifest).map((chunk) => chunk.file)))
  if (sharedFile.test(file) && file.endsWith('.js')) rows.push([file, await sizeOf(file), sharedBudget]);
rows.sort((a, b) => b[1] / b[2] - a[1] / a[2]);
for (const [name, bytes, budget] of rows)
  console.log(
    `${bytes > budget ? 'OVER ' : 'ok   '} ${(bytes / 1000).toFixed(1).padStart(6)} of ${budget / 1000} kB  ${name}`,
  );
if (rows.some(([, bytes, budget]) => bytes > budget)) process.exitCode = 1;
