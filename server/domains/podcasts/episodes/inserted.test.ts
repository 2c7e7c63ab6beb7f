import { expect, it } from 'vitest';
import { moveCues } from './inserted.service.ts';

/* Two spots: one of 5.016 s before the episode, one of ten minutes at 59 minutes and 50 s. */
const inserted = [
  { atMs: 0, ms: 5016 },
  { atMs: 3_590_000, ms: 600_000 },
];

it('moves cues of WebVTT by what plays before them', () => {
  const text = [
    'WEBVTT\n\nNOTE 00:01.000 is no cue',
    '1\n00:00.000 --> 00:02.500 align:start\n<v Ada>Hello <00:01.250>there.',
    '59:40.000 --> 59:50.000\nBefore the spot.',
    '59:50.010 --> 01:00:01.000\nBehind it.\n',
  ];
  expect(moveCues(text.join('\n\n'), inserted).split('\n\n')).toEqual([
    'WEBVTT',
    'NOTE 00:01.000 is no cue',
    '1\n00:05.016 --> 00:07.516 align:start\n<v Ada>Hello <00:06.266>there.',
    '59:45.016 --> 59:55.016\nBefore the spot.',
    '01:09:55.026 --> 01:10:06.016\nBehind it.\n',
  ]);
});

it('keeps the commas of SubRip, and a cue around a spot lasts until it ends behind it', () => {
  const text = '1\n00:59:49,000 --> 00:59:51,000\nOne --> two.\n';
  expect(moveCues(text, inserted)).toBe('1\n00:59:54,016 --> 01:09:56,016\nOne --> two.\n');
  expect(moveCues(text, [])).toBe(text);
});
