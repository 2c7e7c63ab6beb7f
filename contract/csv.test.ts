import { expect, it } from 'vitest';
import { csvCell } from './csv.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

it.each([
  ['plain', '"plain"'],
  ['', '""'],
  ['a "b", c', '"a ""b"", c"'],
  ['x;=1+1', '"x;=1+1"'],
  ['=1+1', `"'=1+1"`],
  ['+49 30', `"'+49 30"`],
  ['-3', `"'-3"`],
  ['@sum', `"'@sum"`],
  ['\t=1', `"'\t=1"`],
  ['\rx', `"'\rx"`],
  ['  =1', `"'  =1"`],
  ['\u00a0=1', `"'\u00a0=1"`],
  ['\u200b=1', `"'\u200b=1"`],
  ['＝1+1', `"'＝1+1"`],
  ['＋1', `"'＋1"`],
  ['－1', `"'－1"`],
  ['＠sum', `"'＠sum"`],
  [-3, '-3'],
  [0.5, '0.5'],
])('writes %j as %s', (value, cell) => expect(csvCell(value)).toBe(cell));

it.each(hostileTexts.map((text) => [text]))('writes %j as one cell that no spreadsheet runs as a formula', (text) => {
  const inner = /^"((?:[^"]|"")*)"$/s.exec(csvCell(text))?.[1]?.replaceAll('""', '"');
  expect([text, `'${text}`]).toContain(inner);
  expect(inner).not.toMatch(/^[\s\p{Z}\p{C}]*[=+\-@＝＋－＠]/u);
});
