import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { StationState } from '#contract/engine/engine.ts';
import { newKey } from '#server/kernel/keys.ts';
import { mergeEngines } from './merge-engines.ts';

const [mine, other] = [newKey('station'), newKey('station')];
const stateOf = (key: StationState['key'], epoch: number): StationState => ({
  ...{ key, revision: 1, epoch, status: 'active', source: 'autodj', encoder: null, title: '', track: null },
  ...{ track_started: null, listeners: 3, clock_ms: 0 },
});

let heard: string[];
let merged: ReturnType<typeof mergeEngines>;
beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  merged = mergeEngines(
    ['one', 'two'],
    [
      {
        connected: () => void heard.push('connected'),
        lost: () => void heard.push('lost'),
        state: ({ key, status, epoch }) =>
          void heard.push(`${key === mine ? 'mine' : 'other'} ${status} ${String(epoch)}`),
      },
    ],
  );
  for (const engine of ['one', 'two']) merged.listenerOf(engine).connected();
  merged.listenerOf('one').state(stateOf(mine, 1));
  merged.listenerOf('two').state(stateOf(other, 2));
  heard = [];
});
afterEach(() => {
  merged.stop();
  vi.useRealTimers();
});

test('an engine that connects again does not make the stations of the others unknown', () => {
  merged.listenerOf('one').connected();
  expect(heard).toEqual(['connected', 'other active 2']);
});

test('the connection is lost once that is so of all engines', () => {
  merged.listenerOf('one').lost();
  expect(heard).toEqual([]);
  merged.listenerOf('two').lost();
  expect(heard).toEqual(['lost']);
});

test('the stations of a lost engine are starting after three seconds, but not one that another has', () => {
  merged.listenerOf('one').lost();
  merged.listenerOf('two').state(stateOf(mine, 3));
  vi.advanceTimersByTime(3000);
  expect(heard).toEqual(['mine active 3']);
  merged.listenerOf('two').lost();
  merged.listenerOf('one').connected();
  heard = [];
  merged.listenerOf('two').lost();
  vi.advanceTimersByTime(3000);
  expect(heard.toSorted()).toEqual(['mine starting 3', 'other starting 2']);
});

test('of two engines that have a station, the one with the higher epoch counts', () => {
  merged.listenerOf('two').state(stateOf(mine, 3));
  merged.listenerOf('one').state(stateOf(mine, 1));
  expect(heard).toEqual(['mine active 3']);
});
