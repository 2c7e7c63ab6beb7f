import { mkdtempSync, rmSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificate } from '#streaming/calls/testing/certificate.ts';
import { createSyntheticStation } from '#streaming/edge/testing/synthetic-station.ts';
import type { Bus } from './batch.ts';
import { createBus } from './bus.ts';
import { connectBus } from './bus-client.ts';
import { serveBus, type BusServer } from './bus-server.ts';
import { dialRemoteBus, type RemoteBus } from './remote-bus.ts';
import { createConsumer } from './testing/consumer.ts';
import type { EdgeMessage } from './wire.ts';

const token = 'a token for tests only';

/** Passes connections on; `stall` stops those that exist, without closing them. */
const startStallingProxy = async (to: number): Promise<{ port: number; stall(): void; close(): Promise<unknown> }> => {
  const sockets = new Set<Socket>();
  const proxy = createServer((socket) => {
    const onward = connect(to, '127.0.0.1');
    for (const one of [socket, onward]) sockets.add(one.on('error', () => one.destroy()));
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    stall() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => proxy.close(resolve));
    },
  };
};

describe('the bus of an engine on another machine', () => {
  let folder: string;
  let tls: { cert: Buffer; key: Buffer };
  let server: BusServer;
  let bus: Bus;
  const fromEdges: EdgeMessage[] = [];
  const ends: (() => unknown)[] = [];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'remote-bus-'));
    tls = makeCertificate(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => {
    bus = createBus();
    fromEdges.length = 0;
    server = await serveBus({
      ...{ bus, path: join(folder, 'bus.sock'), closed() {} },
      received: (link, message) => {
        fromEdges.push(message);
        link.send({ type: 'acked', batch: 7 });
      },
      remote: { port: 0, host: '127.0.0.1', tls, token, admitMs: 2000 },
    });
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await server.stop();
  });
  const startEdge = (own: Partial<RemoteBus> = {}) => {
    const consumer = createConsumer();
    const inEdge = createBus();
    inEdge.subscribe(consumer.consume);
    const seen = { connected: 0, problem: '', acked: 0, arrived: 0 };
    const client = connectBus({
      path: { url: `https://127.0.0.1:${String(server.port)}`, token, ca: tls.cert, ...own },
      bus: inEdge,
      connected: () => void (seen.connected += 1),
      unreachable: (reason) => void (seen.problem = reason),
      received: (message) => void (seen.acked = message.type === 'acked' ? message.batch : seen.acked),
      arrived: () => void (seen.arrived += 1),
      retryMs: 5,
    });
    client.want(['s-1111111111111111111111']);
    ends.push(client.stop);
    return { ...consumer, client, seen };
  };

  it('delivers the same messages, and takes those of the edge', async () => {
    const station = createSyntheticStation(bus);
    const edge = startEdge();
    await expect.poll(() => edge.seen.arrived).toBe(1);
    const sent = [station.emit(18), station.emit(400), station.emit(30)];
    await edge.until(() => edge.batches().length === 3);
    expect(edge.batches()).toEqual(sent);
    edge.client.send({ type: 'listeners', counts: { 's-1': 3 } });
    await expect.poll(() => edge.seen.acked).toBe(7);
    expect(fromEdges).toEqual([{ type: 'listeners', counts: { 's-1': 3 } }]);
  });

  it('refuses an edge without its token, and an edge does not trust a stranger', async () => {
    createSyntheticStation(bus);
    const wrong = startEdge({ token: 'a token of somebody else' });
    await expect.poll(() => wrong.seen.problem).toContain('The engine refused the edge (401)');
    const { ca: _ca, ...path } = { url: `https://127.0.0.1:${String(server.port)}`, token, ca: tls.cert };
    const stranger = Promise.withResolvers<string>();
    dialRemoteBus(path, { opened() {}, unreachable: stranger.resolve });
    expect(await stranger.promise).toContain('self-signed certificate');
    expect([wrong.seen.connected, wrong.messages]).toEqual([0, []]);
  });

  it('closes a connection that asks for nothing', async () => {
    const closed = Promise.withResolvers<void>();
    const session = connectHttp2(`https://127.0.0.1:${String(server.port)}`, { ca: tls.cert });
    session.on('error', () => undefined).on('close', closed.resolve);
    await closed.promise;
  });

  it('connects again when the engine no longer answers, though the connection stays open', async () => {
    createSyntheticStation(bus);
    const stalling = await startStallingProxy(server.port ?? 0);
    ends.push(stalling.close);
    const edge = startEdge({ url: `https://127.0.0.1:${String(stalling.port)}`, pingMs: 500 });
    await expect.poll(() => edge.seen.connected).toBeGreaterThan(0);
    const before = edge.seen.connected;
    stalling.stall();
    await expect.poll(() => edge.seen.connected).toBeGreaterThan(before);
  });
});
