import { expect, test } from 'vitest';
import type { EngineId } from './engines-on-hosts.ts';
import { isAsPlaced, judgeSound } from './judge-sound.ts';
import type { HeardWindow } from './marked-track.ts';

/** An engine's sound from a second of the sweep on. */
const sound = (owner: EngineId, from: number, windows: number): HeardWindow[] =>
  Array.from({ length: windows }, (_, at) => ({ owner, at: from + at / 10 }));
const cut: HeardWindow = { owner: undefined, at: 211 };

test('a station that stays is heard from one engine, also where its track has a cut or begins again', () => {
  const whole = { owners: ['e1'], jumps: [], lostS: 0 };
  expect(judgeSound(sound('e1', 20, 50))).toMatchObject({ ...whole, strayMs: 0 });
  expect(judgeSound([...sound('e1', 20, 50), cut, ...sound('e1', 25.1, 50)])).toMatchObject({ ...whole, strayMs: 100 });
  expect(judgeSound([...sound('e1', 298, 20), ...sound('e1', 0, 30)])).toMatchObject(whole);
});

test('a takeover is heard as one change, with how far the track jumped', () => {
  const { owners, jumps, lostS } = judgeSound([...sound('e1', 20, 50), cut, ...sound('e3', 28, 50)]);
  expect([owners, lostS]).toEqual([['e1', 'e3'], 0]);
  expect(jumps[0]).toBeCloseTo(3.1);
});

test('a single batch of another engine is heard', () => {
  const { owners } = judgeSound([...sound('e1', 20, 30), cut, ...sound('e2', 20, 3), cut, ...sound('e1', 23.4, 30)]);
  expect(owners).toEqual(['e1', 'e2', 'e1']);
});

test('a cut that sounds like another engine for a tenth of a second is none', () => {
  expect(judgeSound([...sound('e1', 20, 30), ...sound('e2', 150, 1), ...sound('e3', 26, 30)]).owners).toEqual([
    'e1',
    'e3',
  ]);
});

test('a batch that is missing, or heard twice, is lost sound', () => {
  expect(judgeSound([...sound('e1', 20, 30), ...sound('e1', 23.45, 30)]).lostS).toBeCloseTo(0.45);
  expect(judgeSound([...sound('e1', 20, 30), ...sound('e1', 22.55, 30)]).lostS).toBeCloseTo(0.45);
});

test('only the engines that had a station may be heard, in that order', () => {
  expect(isAsPlaced(['e1'], ['e1'], false)).toBe(true);
  expect(isAsPlaced(['e1', 'e2'], ['e1', 'e2'], false)).toBe(true);
  expect(isAsPlaced(['e1'], ['e1', 'e2'], false)).toBe(false);
  expect(isAsPlaced(['e1'], ['e1', 'e2'], true)).toBe(true);
  expect(isAsPlaced(['e1', 'e2', 'e1'], ['e1', 'e2'], true)).toBe(false);
  expect(isAsPlaced(['e2', 'e1'], ['e1', 'e2'], true)).toBe(false);
});
