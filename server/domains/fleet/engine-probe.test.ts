import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { EngineNode } from '#server/kernel/fleet.ts';
import { hasAnswered } from './engine-probe.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});
const engineThat = async (replies: RequestListener): Promise<EngineNode> => {
  const server = createServer(replies).listen(0, '127.0.0.1');
  stops.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { id: 'one', url: `http://127.0.0.1:${String(port)}`, token: 'none' };
};
const beBusy = (ms: number): void => {
  for (const from = performance.now(); performance.now() - from < ms;);
};

it('an engine that never answers has not answered', async () => {
  expect(await hasAnswered(await engineThat(() => undefined))).toBe(false);
});

it('hears the answer of an engine for which it was itself too busy', async () => {
  const engine = await engineThat((_request, reply) => reply.end('ok'));
  expect(await hasAnswered(engine)).toBe(true);
  const answered = hasAnswered(engine);
  beBusy(700);
  expect(await answered).toBe(true);
});
