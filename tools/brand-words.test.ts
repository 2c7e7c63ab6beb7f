import { expect, it } from 'vitest';
import { brandWordsIn } from './brand-words.ts';

const texts = (source: string, file = 'web/a.tsx'): string[] => brandWordsIn(file, source).map(({ text }) => text);

it.each([
  ["const a = 'Delete the podcast?';", 'Delete the podcast?'],
  ['const a = `Your ${n} podcasts are here`;', 'Your … podcasts are here'],
  ['const a = <b>All podcasts</b>;', 'All podcasts'],
  ["const header = 'Podcasts';", 'Podcasts'],
  ["const a = 'The Auto DJ takes over.';", 'The Auto DJ takes over.'],
  ["const a = 'Welcome to Skywave today';", 'Welcome to Skywave today'],
])('refuses %s', (source, text) => expect(texts(source)).toEqual([text]));

it.each([
  "import { podcast } from './podcast of mine.ts';",
  "const key = 'podcast';",
  "const call = endpoint('GET podcasts/{key}', {});",
  "const a = 'Delete the {podcast}?';",
  'const a = `Delete the ${wording.podcast}?`;',
  "const a = 'Listed by Apple Podcasts and others';",
  "log.warn({}, 'could not read the spots of podcasts');",
  'const q = sql`select one podcast of many`;',
  "type A = 'A podcast of mine';",
  '// Delete the podcast?',
])('leaves %s', (source) => expect(texts(source)).toEqual([]));

it('leaves what no user of a brand reads', () => {
  expect(texts("throw new Error('Skywave is already running on it');", 'server/supervisor/a.ts')).toEqual([]);
});
