import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const project = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(project, 'docs', name), 'utf8');

/** Chapters of ASVS 5.0 with the number of requirements of levels 1 and 2 in each. */
const perChapter: Record<string, number> = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
};

type Row = { id: string; answer: string; test: string };
const rows: Row[] = read('ASVS.md')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map((cells) => ({ id: cells[1] ?? '', answer: cells[3] ?? '', test: cells[4] ?? '' }));

it('answers every requirement of level 2 once', () => {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const byChapter = Object.groupBy(rows, ({ id }) => id.split('.')[0] ?? '');
  const counts = Object.fromEntries(Object.entries(byChapter).map(([chapter, group]) => [chapter, group?.length]));
  expect(counts).toEqual(perChapter);
});

it('gives each requirement a test or a reason', () => {
  expect(rows.filter(({ answer, test }) => answer === '' && test === '')).toEqual([]);
});

it('names only existing tests, in SECURITY.md as well', () => {
  const testPaths = [read('ASVS.md'), read('SECURITY.md')].flatMap((text) =>
    [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map((match) => match[1] ?? ''),
  );
  expect(testPaths.length).toBeGreaterThan(150);
  expect([...new Set(testPaths)].filter((path) => !existsSync(join(project, path)))).toEqual([]);
});
