import { expect, test } from 'vitest';
import { clockTime } from './clock-time.ts';
import { readCues } from './read-cues.ts';

test('reads WebVTT with speaker names, without tags, notes and settings', () => {
  const file =
    '\uFEFFWEBVTT - night\n\nNOTE nothing\n\n1\n00:01.500 --> 00:04.000 align:start\n<v Nora>Good <b>night</b> &amp; welcome.\n\n' +
    '01:00:02.000 --> 01:00:03.000\ntwo\nlines\n\n00:05.000 --> 00:06.000\n\n';
  expect(readCues(file)).toEqual([
    { start: 1.5, text: 'Nora: Good night & welcome.' },
    { start: 3602, text: 'two lines' },
  ]);
});

test('reads SubRip with Windows line endings', () => {
  expect(
    readCues('1\r\n00:00:00,250 --> 00:00:02,000\r\n<i>Hello</i>\r\n\r\n2\r\n00:01:00,000 --> 00:01:01,000\r\nthere'),
  ).toEqual([
    { start: 0.25, text: 'Hello' },
    { start: 60, text: 'there' },
  ]);
});

test('returns nothing for a file that is not a transcript', () => {
  for (const file of ['', 'just text', 'a --> b\nno time']) expect(readCues(file)).toEqual([]);
});

test('formats times as players do', () => {
  expect([0, 9, 63.9, 3723, Number.NaN].map(clockTime)).toEqual(['0:00', '0:09', '1:03', '1:02:03', '0:00']);
});
