import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

/*
 * Checks the built pages against design.md §8's budgets, in gzipped bytes of JavaScript: what the browser must have
 * before the first screen, and what each lazy part adds to it. Ends with 1 when one is over.
 *
 *   node tools/bundle-size.ts [folder of the build]
 */
const firstBudget = 220_000;
const lazyBudget = 60_000;
const chartBudget = 130_000;
const editorBudget = 140_000;
const hlsBudget = 125_000;
/** The first screen, and what the shell brings of its own right after it. */
const firstParts = /HomeScreen|UserMenu|AccountSwitcher|Toasts/;

type Chunk = { file: string; src?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] };

const folder = process.argv[2] ?? fileURLToPath(new URL('../dist/web/', import.meta.url));
const manifest = JSON.parse(await readFile(`${folder}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>;
const sizes = new Map<string, number>();

/** The gzipped size of a file of the build. */
const sizeOf = async (file: string): Promise<number> => {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(await readFile(`${folder}/${file}`), { level: 9 }).length;
  sizes.set(file, size);
  return size;
};

/** The files that a chunk needs before it can run, itself too. */
const closure = (key: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const needed of chunk.imports ?? []) closure(needed, found);
  return found;
};

const total = async (files: Iterable<string>): Promise<number> => {
  let sum = 0;
  for (const file of files) if (file.endsWith('.js')) sum += await sizeOf(file);
  return sum;
};

/** Charts, the editor of rich text and what plays HLS, which only comes when it is asked for, are allowed more. */
const budgetOf = (src: string): number =>
  /Chart/.test(src) ? chartBudget : /Editor/.test(src) ? editorBudget : /hls-player/.test(src) ? hlsBudget : lazyBudget;

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry);
if (!entry) throw new Error(`There is no entry in ${folder}/.vite/manifest.json: build the pages first`);
const parts = Object.keys(manifest).filter((key) => firstParts.test(key));
const first = new Set([entry, ...parts].flatMap((key) => [...closure(key)]));

const rows: [name: string, bytes: number, budget: number][] = [['first route', await total(first), firstBudget]];
for (const [key, chunk] of Object.entries(manifest)) {
  if (!chunk.src || chunk.isEntry || !chunk.file.endsWith('.js')) continue;
  // What asked for the part is there already.
  const askers = Object.keys(manifest).filter((asker) => manifest[asker]?.dynamicImports?.includes(key));
  const there = new Set(askers.filter((asker) => asker !== entry).flatMap((asker) => [...closure(asker)]));
  const own = [...closure(key)].filter((file) => !first.has(file) && !there.has(file));
  rows.push([chunk.src, await total(own), budgetOf(chunk.src)]);
}
rows.sort((a, b) => b[1] / b[2] - a[1] / a[2]);
for (const [name, bytes, budget] of rows)
  console.log(
    `${bytes > budget ? 'OVER ' : 'ok   '} ${(bytes / 1000).toFixed(1).padStart(6)} of ${budget / 1000} kB  ${name}`,
  );
if (rows.some(([, bytes, budget]) => bytes > budget)) process.exitCode = 1;
