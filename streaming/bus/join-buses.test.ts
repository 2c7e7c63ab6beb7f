import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bus, BusMessage, StationHead } from './batch.ts';
import { createBus } from './bus.ts';
import { joinBuses, type JoinedBuses } from './join-buses.ts';

/* Stations of two engines on one bus. */

let one: Bus;
let two: Bus;
let joined: JoinedBuses;
let moves: number;
let heard: string[];
beforeEach(() => {
  vi.useFakeTimers();
  [one, two] = [createBus(), createBus()];
  const bus = createBus();
  [moves, heard] = [0, []];
  bus.subscribe((message) => heard.push(textOf(message)));
  joined = joinBuses([one, two], bus, () => moves++);
});
afterEach(() => {
  joined.stop();
  vi.useRealTimers();
});

const textOf = (message: BusMessage): string => {
  if (message.type === 'head') return `head ${message.head.station} ${message.head.epoch ?? 0}`;
  return message.type === 'title' ? `title ${message.title}` : message.type;
};
const announce = (bus: Bus, epoch: number): void =>
  bus.publish({ type: 'head', head: { station: 'a', epoch } as StationHead });
const play = (bus: Bus, title: string): void => bus.publish({ type: 'title', station: 'a', number: 1, title, url: '' });

test('publishes each station of the engine that has it', () => {
  announce(two, 1);
  play(two, 'of two');
  play(one, 'of one');
  expect(heard).toEqual(['head a 1', 'title of two']);
  expect(joined.ownerOf('a')).toBe(1);
});

test('follows a station to the engine with the higher epoch, and no longer hears the former one', () => {
  announce(one, 1);
  announce(two, 2);
  play(one, 'of one');
  play(two, 'of two');
  announce(one, 1);
  one.publish({ type: 'gone', station: 'a' });
  expect(heard).toEqual(['head a 1', 'head a 2', 'title of two']);
  expect([joined.ownerOf('a'), moves]).toEqual([1, 2]);
});

test('waits a moment for another engine before a station is gone', () => {
  announce(one, 1);
  one.publish({ type: 'gone', station: 'a' });
  vi.advanceTimersByTime(3000);
  announce(two, 2);
  vi.advanceTimersByTime(10_000);
  expect(heard).toEqual(['head a 1', 'head a 2']);
  two.publish({ type: 'gone', station: 'a' });
  vi.advanceTimersByTime(10_000);
  expect(heard.at(-1)).toBe('gone');
  expect(joined.ownerOf('a')).toBeUndefined();
});

test('goes back to the engine that still has it', () => {
  announce(one, 1);
  announce(two, 2);
  two.publish({ type: 'gone', station: 'a' });
  expect([joined.ownerOf('a'), heard.at(-1)]).toEqual([0, 'head a 1']);
});
