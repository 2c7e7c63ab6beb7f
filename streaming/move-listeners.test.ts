import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { followMoves, type Moves, type MovingSide } from './move-listeners.ts';

type Side = MovingSide & { listeners: { socket: { end(): void } }[]; arrive(): void };

let ended: number;
/** A side with so many listeners of the one station; its sound arrives when the test says so. */
const sideWith = (count: number): Side => {
  const waiting: (() => void)[] = [];
  let isHere = false;
  const side: Side = {
    bus: createBus(),
    listeners: Array.from({ length: count }, () => ({ socket: { end: () => void (ended += 1) } })),
    edge: {
      listeners: () => side.listeners.length,
      release: (_station, taken) => taken(side.listeners.splice(0) as never),
      adopt: (_station, listeners) => void side.listeners.push(...listeners),
    },
    supply: { want: () => isHere, wait: (_station, go) => void waiting.push(go) },
    arrive() {
      isHere = true;
      for (const go of waiting.splice(0)) go();
    },
  };
  return side;
};
const announce = (side: Side, epoch: number, over: Partial<StationHead> = {}): void =>
  side.bus.publish({
    type: 'head',
    head: {
      ...{ station: 's-1', account: 'a-1', mount: 'tone', name: '', description: '', genre: '', website: '' },
      ...{ public: true, running: true, reason: '', epoch, burst_ms: 0, max_listeners: null, max_per_address: null },
      ...{ format: { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 }, hls: false, ...over },
    },
  });

let former: Side;
let next: Side;
let moves: Moves;
beforeEach(() => {
  vi.useFakeTimers();
  ended = 0;
  [former, next] = [sideWith(2), sideWith(0)];
  moves = followMoves([former, next]);
  announce(former, 1);
});
afterEach(() => {
  moves.stop();
  vi.useRealTimers();
});
const counts = (): number[] => [former.listeners.length, next.listeners.length, ended];

it('moves listeners to the engine with the higher epoch once its sound is here, and never back', () => {
  announce(next, 2);
  expect(counts()).toEqual([2, 0, 0]);
  next.arrive();
  expect(counts()).toEqual([0, 2, 0]);
  former.arrive();
  announce(former, 1);
  expect(counts()).toEqual([0, 2, 0]);
});

it('keeps them while the new engine plays nothing yet, for 15 seconds', () => {
  next.arrive();
  announce(next, 2, { running: false, reason: 'Nothing is playing.' });
  vi.advanceTimersByTime(14_000);
  expect(counts()).toEqual([2, 0, 0]);
  announce(next, 2);
  expect(counts()).toEqual([0, 2, 0]);
});

it('lets them go if it plays nothing for longer, or in another format', () => {
  next.arrive();
  announce(next, 2, { running: false, reason: 'Nothing is playing.' });
  vi.advanceTimersByTime(15_000);
  expect(counts()).toEqual([0, 0, 2]);
  former.listeners.push({ socket: { end: () => void (ended += 1) } });
  announce(next, 2, { format: { codec: 'mp3', sample_rate: 44_100, channels: 1, bitrate: 128_000 } });
  expect(counts()).toEqual([0, 0, 3]);
});

it('moves those who came to the former engine while the station moved, when that one no longer has it', () => {
  announce(next, 2);
  next.arrive();
  former.listeners.push({ socket: { end: () => void (ended += 1) } });
  moves.left('s-1');
  expect(counts()).toEqual([0, 3, 0]);
});
