import { expect, it } from 'vitest';
import { csvCell, readCsv } from './csv.ts';
import { hostileTexts } from '../testing/hostile-texts.ts';

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

it.each([
  [
    'a,b\nc,d\n',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ],
  ],
  [
    '\uFEFFa;b\r\n"c;""d""";e',
    [
      [1, 'a', 'b'],
      [2, 'c;"d"', 'e'],
    ],
  ],
  [
    '"two\nlines",x\ny',
    [
      [1, 'two\nlines', 'x'],
      [3, 'y'],
    ],
  ],
  [
    'a,\n\n"b',
    [
      [1, 'a', ''],
      [2, ''],
      [3, 'b'],
    ],
  ],
  ['', []],
])('reads %j', (text, rows) => expect(readCsv(text).map(({ line, cells }) => [line, ...cells])).toEqual(rows));
