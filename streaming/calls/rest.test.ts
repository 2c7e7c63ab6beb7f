import { expect, it } from 'vitest';
import type { Call } from './call.ts';
import { createRest, type Rest } from './rest.ts';

type Open = Map<string, Pick<Call, 'media'>>;
const media = {} as NonNullable<Call['media']>;
const calls = (count: number): Open => new Map(Array.from({ length: count }, (_, at) => [`${at}`, { media }]));
const read = (rest: Rest, messages: number): void => {
  for (let count = 0; count < messages; count++) rest.received();
};

it.each([
  [0, undefined],
  [19, undefined],
  [20, 4],
  [375, 4],
  [500, 3],
  [1000, 1],
  [5000, 1],
])('of %i calls, what arrives is read after %s ticks', (count, ticks) => {
  expect(createRest(calls(count)).ticks()).toBe(ticks);
});

it('reads every tick while a call is being answered', () => {
  const open = calls(50);
  const rest = createRest(open);
  open.set('new', { media: undefined });
  expect(rest.ticks()).toBe(1);
  open.set('new', { media });
  expect(rest.ticks()).toBe(4);
});

it.each([0, 50])('a flood beside %i calls is read to its end, then again a tick later', (count) => {
  const rest = createRest(calls(count));
  read(rest, 32);
  expect(rest.ticks()).toBe(0);
  read(rest, 31);
  expect(rest.ticks()).toBe(1);
  read(rest, 31);
  expect(rest.ticks()).toBe(count === 0 ? undefined : 4);
});
