import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StationPositions } from '#contract/engine/autodj-position.ts';
import type { StationState } from '#contract/engine/engine.ts';
import { createStateEvents, type StateEvents } from '#streaming/control/state-events.ts';
import { createEngineClient } from './engine-client.ts';
import { followEngine } from './engine-events.ts';

const position = {
  ...{ generation: 1, track: 't-1111111111111111111111', index: 2, round: 0 },
  ...{ offset_ms: 4711, at: 1_800_000_000_000, playing: true },
};
let moved: StationPositions['positions'] = [];
let events: StateEvents;
const server = createServer((_request, reply) => events.subscribe(reply));
const stopping = new AbortController();
beforeAll(async () => {
  events = createStateEvents({
    ...{ states: () => [], state: () => undefined, positionsMs: 20 },
    movedPositions: () => moved.splice(0),
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  stopping.abort();
  events.stop();
  server.closeAllConnections();
  server.close();
});

it('the portal learns where Auto DJs are, once for each change, beside the states', async () => {
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const received: StationPositions['positions'][] = [];
  const states: StationState[] = [];
  let connections = 0;
  void followEngine(
    createEngineClient({ url, token: 'token' }),
    {
      connected: () => void (connections += 1),
      state: (state) => void states.push(state),
      positions: (positions) => void received.push(positions),
      lost: () => undefined,
    },
    stopping.signal,
  );
  await expect.poll(() => connections).toBe(1);
  const one = { station: 's-1111111111111111111111', position } as StationPositions['positions'][number];
  moved = [one];
  await expect.poll(() => received).toEqual([[one]]);
  const other = { ...one, position: { ...one.position, offset_ms: 14_711, at: one.position.at + 10_000 } };
  moved = [other];
  await expect.poll(() => received).toEqual([[one], [other]]);
  expect(states).toEqual([]);
});
