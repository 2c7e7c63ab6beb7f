import { expect, test } from 'vitest';
import { judgeSound } from './judge-sound.ts';

const [start, ahead, behind] = [
  { from: 20, to: 30 },
  { from: 33, to: 40 },
  { from: 12, to: 18 },
];

test('a station that stays is heard in one piece, and one that moves in two', () => {
  expect(judgeSound([start], false)).toBe('whole');
  expect(judgeSound([start, ahead], true)).toBe('whole');
  expect(judgeSound([start, behind], true)).toBe('whole');
});

test('sound that only skips ahead was lost', () => {
  expect(judgeSound([start, ahead], false)).toBe('skips');
  expect(judgeSound([start, ahead, { from: 45, to: 50 }], true)).toBe('skips');
});

test('a sweep that begins again goes ahead', () => {
  expect(judgeSound([{ from: 280, to: 297 }, ahead], false)).toBe('skips');
});

test('sound that goes back is of two owners in turn', () => {
  expect(judgeSound([start, behind], false)).toBe('two owners');
  expect(judgeSound([start, ahead, { from: 31, to: 35 }], true)).toBe('two owners');
  expect(judgeSound([start, behind, { from: 33, to: 36 }, { from: 21, to: 25 }], true)).toBe('two owners');
});
