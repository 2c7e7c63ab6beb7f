import { expect, test } from 'vitest';
import { nextState } from './next-state.ts';

const now = new Date('2026-11-27T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const approved = { id: 'r', state: 'approved' as const, decided: ago(60), played: null };
const playing = { ...approved, state: 'playing' as const, played: ago(30) };
const by = { id: 'request:r', name: 'Lena' };
const waiting = { id: 'r', key: 't-0000000000000000000000' as never, title: '', artist: '', duration_ms: 1, by };
const air = { queue: [], playing: null, started: [] };

test('a request stays approved while it is in the queue, or on its way into it', () => {
  expect(nextState(approved, { ...air, queue: [waiting] }, now)).toBe(undefined);
  expect(nextState({ ...approved, decided: ago(5) }, air, now)).toBe(undefined);
});

test('plays, and has played once something else does', () => {
  const started = [{ id: 'r', at: ago(3).getTime() }];
  expect(nextState(approved, { ...air, playing: 'r', started }, now)).toEqual({ state: 'playing', played: ago(3) });
  expect(nextState(playing, { ...air, playing: 'r', started }, now)).toBe(undefined);
  expect(nextState(playing, { ...air, started }, now)).toEqual({ state: 'played', played: ago(30) });
});

test('has played if it began while nobody followed, and was removed if it did not', () => {
  const started = [{ id: 'r', at: ago(20).getTime() }];
  expect(nextState(approved, { ...air, started }, now)).toEqual({ state: 'played', played: ago(20) });
  expect(nextState(approved, air, now)).toEqual({ state: 'removed', played: null });
});
