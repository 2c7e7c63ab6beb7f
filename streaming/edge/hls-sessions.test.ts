import { expect, it } from 'vitest';
import type { NewSession, Session } from '#streaming/edge/sessions.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { createAudience } from './hls-sessions.ts';

const journal = { recovered: [], save: async () => {}, recordEndings() {}, stop() {} };

it('distinguishes a hundred players per IP address, and counts further ones as one', () => {
  const sessions = createSessions({ journal, append() {}, hasSlice: () => false });
  const [opened, left]: [Session[], Session[]] = [[], []];
  const audience = createAudience({ sessions, opened: (one) => opened.push(one), left: (one) => left.push(one) });
  const request = (ip: string, user_agent: string): Session | undefined => {
    const arrival: NewSession = { station: 's', account: 'a', ip, user_agent, referer: '', output: 'hls' };
    return audience.touch(arrival, () => true);
  };
  for (let player = 0; player < 5000; player++) request('203.0.113.1', `player ${player}`);
  expect(opened).toHaveLength(101);
  expect(request('203.0.113.1', 'player 7')).toBe(opened[7]);
  expect(request('203.0.113.2', 'player 7')).toBe(opened[101]);
  expect(audience.listeners('s')).toBe(102);
  audience.stop();
  expect([left.length, audience.listeners('s'), sessions.list('s', 1).total]).toEqual([102, 0, 0]);
  sessions.stop();
});
