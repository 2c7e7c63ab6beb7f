import { afterEach, expect, it } from 'vitest';
import { createBus } from '#streaming/bus/bus.ts';
import { createEdge } from '#streaming/edge/edge.ts';
import { createSessions } from '#streaming/edge/sessions.ts';
import { noJournal } from '#streaming/edge/testing/no-journal.ts';
import { listenStrictly } from '#streaming/edge/testing/strict-listener.ts';
import { createSyntheticStation } from '#streaming/edge/testing/synthetic-station.ts';
import { createTrust } from '#streaming/listen/client-address.ts';
import { openConnectionRouter } from '#streaming/listen/connection-router.ts';
import type { HandOverMessage } from './hand-over-messages.ts';
import { createHandOver } from './hand-over.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

it('listeners whose next process ends while they are handed over continue at the next byte, and the port is served again', async () => {
  const bus = createBus();
  const sessions = createSessions({ journal: noJournal, append: () => {}, hasSlice: () => false });
  const trust = createTrust([]);
  const edge = createEdge({ bus, sessions, trust, changed: () => {} });
  const router = await openConnectionRouter({ port: 0, trust, route: edge.handle });
  const station = createSyntheticStation(bus);
  const isReplaced: boolean[] = [];
  const sent: HandOverMessage['kind'][] = [];
  const next = 2;
  const engine = { address: 'engine', edge, sessions, isConnected: () => true };
  const handOver = createHandOver({
    engines: [engine],
    router,
    drainMs: 60_000,
    replaced: async (is) => void isReplaced.push(is),
    failed(error) {
      throw error;
    },
    others: {
      tell: () => {},
      received: () => {},
      send(to, message) {
        expect(to).toBe(next);
        sent.push(message.kind);
        // Of two listeners the second never arrives.
        if (message.kind !== 'listener' || sent.filter((kind) => kind === 'listener').length > 1) return;
        handOver.received(next, { kind: 'taken', count: 1 });
      },
    },
  });
  for (let batch = 0; batch < 5; batch++) station.emit(18);
  const from = station.audio().length - 3 * 18 * 400;
  const listen = (headers = {}) => listenStrictly({ port: router.port, path: '/tone', headers });
  const listeners = [await listen(), await listen({ 'Icy-MetaData': '1' })];
  closers.push(
    ...listeners.map(({ close }) => close),
    () => router.stop(),
    () => [sessions, edge].forEach((one) => one.stop()),
  );

  handOver.received(next, { kind: 'hello' });
  expect(sent).toEqual(['want', 'wanted']);
  handOver.received(next, { kind: 'has', engine: 'engine', station: station.head.station });
  handOver.received(next, { kind: 'listening' });
  await expect.poll(() => sent.filter((kind) => kind === 'listener').length).toBe(2);
  expect(sent).not.toContain('settled');
  expect((await listen()).reply.status).toBe('');
  station.emit(18);
  handOver.ended(next);
  await handOver.cancel();
  await expect.poll(() => edge.listeners(station.head.station)).toBe(2);
  station.emit(18);
  const expected = station.audio().subarray(from);
  for (const listener of listeners) expect((await listener.receive(expected.length)).equals(expected)).toBe(true);
  expect(isReplaced).toEqual([true, false]);
  const newcomer = await listen();
  closers.unshift(newcomer.close);
  expect(newcomer.reply.status).toBe('HTTP/1.0 200 OK');
});
