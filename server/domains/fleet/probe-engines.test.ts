import { expect, test } from 'vitest';
import { afterProbe, type EngineState, type Health, type Reached } from './probe-engines.ts';

const after = (rounds: readonly Reached[], state: EngineState): EngineState =>
  rounds.reduce<Health>(afterProbe, { state, misses: 0, answers: 0 }).state;
const [us, peer, no] = ['directly', 'by a peer', 'not'] as const;

test('an engine is down after four probes in a row by which nobody reached it', () => {
  expect(after([no, no, no], 'up')).toBe('up');
  expect(after([no, no, no, us, no], 'up')).toBe('up');
  expect(after([no, no, no, no], 'up')).toBe('down');
});

test('an engine that only another one reaches is cut off, until nobody reaches it or we do', () => {
  expect(after([no, no, no, peer], 'up')).toBe('cutOff');
  expect(after([no, no, no, peer, no, no, no, peer], 'up')).toBe('cutOff');
  expect(after([no, no, no, no], 'cutOff')).toBe('down');
  expect(after([us], 'cutOff')).toBe('cutOff');
  expect(after([us, us], 'cutOff')).toBe('up');
});

test('an engine is up again after two answers in a row, which a peer cannot give', () => {
  expect(after([us], 'down')).toBe('down');
  expect(after([us, no, us], 'down')).toBe('down');
  expect(after([peer, peer, peer], 'down')).toBe('down');
  expect(after([us, us], 'down')).toBe('up');
});
