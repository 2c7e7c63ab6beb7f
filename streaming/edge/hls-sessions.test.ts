import { expect, it } from 'vitest';
import type { NewSession, Session } from '#streaming/edge/sessions.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { createAudience } from './hls-sessions.ts';
import { noJournal } from './testing/no-journal.ts';

const token = (n: number): string => `token-${n}`;

const openAudience = () => {
  const sessions = createSessions({ journal: noJournal, append() {}, hasSlice: () => false });
  const [opened, left]: [Session[], Session[]] = [[], []];
  const audience = createAudience({
    sessions,
    opened: (one) => opened.push(one),
    continued() {},
    left: (one) => left.push(one),
  });
  let isFull = false;
  const request = (ip: string, user_agent: string, player: string | undefined = ''): Session | undefined => {
    const arrival: NewSession = { station: 's', account: 'a', ip, user_agent, referer: '', output: 'hls' };
    return audience.touch(arrival, player, () => !isFull);
  };
  const segment = (ip: string, user_agent: string): Session | undefined => {
    const arrival: NewSession = { station: 's', account: 'a', ip, user_agent, referer: '', output: 'hls' };
    return audience.touch(arrival, undefined, () => !isFull);
  };
  return { sessions, opened, left, audience, request, segment, fill: () => (isFull = true) };
};

it('distinguishes a hundred players per IP address, and counts further ones as one', () => {
  const { sessions, opened, left, audience, request } = openAudience();
  for (let player = 0; player < 2500; player++) request('203.0.113.1', `player ${player}`);
  for (let player = 0; player < 2500; player++) request('203.0.113.1', 'a browser', token(player));
  expect(opened).toHaveLength(101);
  expect(request('203.0.113.1', 'player 7')).toBe(opened[7]);
  expect(request('203.0.113.2', 'player 7')).toBe(opened[101]);
  expect(audience.listeners('s')).toBe(102);
  audience.stop();
  expect([left.length, audience.listeners('s'), sessions.list('s', 1).total]).toEqual([102, 0, 0]);
  sessions.stop();
});

it('distinguishes players of one address and agent by their tokens, and never merges those of two', () => {
  const { sessions, opened, audience, request, segment, fill } = openAudience();
  const ip = '203.0.113.1';
  const [one, other] = [request(ip, 'a browser', token(1)), request(ip, 'a browser', token(2))];
  expect(opened).toEqual([one, other]);
  expect(one).not.toBe(other);
  const here = (user_agent: string): NewSession => ({ ...one!, user_agent });
  expect([audience.isHere(here('a browser')), audience.isAlone(here('a browser'))]).toEqual([true, false]);
  expect(audience.isHere(here('another browser'))).toBe(false);
  // A player requests segments right after its playlist.
  expect(segment(ip, 'a browser')).toBe(other);
  expect(request(ip, 'a browser', token(1))).toBe(one);
  expect(segment(ip, 'a browser')).toBe(one);
  expect(request('203.0.113.9', 'a browser', token(1))).toBe(opened[2]);
  expect(segment(ip, 'another browser')).toBe(opened[3]);
  expect(audience.isAlone(here('another browser'))).toBe(true);
  fill();
  expect(request(ip, 'a browser', token(3))).toBe(one);
  expect(request('203.0.113.8', 'a browser', token(4))).toBeUndefined();
  expect(opened).toHaveLength(4);
  audience.stop();
  sessions.stop();
});
