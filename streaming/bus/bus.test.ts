import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSyntheticStation } from '#streaming/edge/testing/synthetic-station.ts';
import type { AdProof } from '#contract/engine/engine-ads.ts';
import type { BusMessage, FrameBatch } from './batch.ts';
import { createBus } from './bus.ts';
import { connectBus, type BusClient } from './bus-client.ts';
import { serveBus } from './bus-server.ts';
import { createConsumer } from './testing/consumer.ts';
import { encodeMessage, type EdgeMessage } from './wire.ts';

const soundOf = (batches: FrameBatch[]): Buffer => Buffer.concat(batches.map(({ data }) => data));

describe('the bus', () => {
  it('sends a new consumer heads and titles first, then everything, and survives a consumer that throws', () => {
    const errors: unknown[] = [];
    const bus = createBus((error) => errors.push(error));
    const station = createSyntheticStation(bus);
    station.title('Second');
    bus.subscribe(() => {
      throw new Error('broken');
    });
    const consumer = createConsumer();
    const unsubscribe = bus.subscribe(consumer.consume);
    station.emit(3);
    unsubscribe();
    station.emit(3);
    expect(consumer.messages.map(({ type }) => type)).toEqual(['head', 'title', 'batch']);
    expect(consumer.messages[1]).toMatchObject({ title: 'Second' });
    expect(errors.length).toBeGreaterThan(0);
  });

  it('forgets a removed station', () => {
    const bus = createBus();
    const { head } = createSyntheticStation(bus);
    bus.publish({ type: 'gone', station: head.station });
    const consumer = createConsumer();
    bus.subscribe(consumer.consume);
    expect(consumer.messages).toEqual([]);
  });
});

/** Passes connections to one Unix socket on to another while it is open; `breakAll` ends those that exist. */
const startBreakingProxy = async (to: string, at: string) => {
  const sockets = new Set<Socket>();
  const close = (): Promise<unknown> => {
    proxy.breakAll();
    return new Promise((resolve) => server.close(resolve));
  };
  const proxy = { isOpen: true, breakAll: () => sockets.forEach((socket) => socket.destroy()), close };
  const server = createServer((socket) => {
    if (!proxy.isOpen) return void socket.destroy();
    const onward = connect(to);
    const both = [socket, onward];
    for (const one of both) sockets.add(one.on('error', () => one.destroy()));
    for (const one of both) one.on('close', () => both.forEach((other) => other.destroy()));
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => server.listen(at, resolve));
  return proxy;
};

describe('the bus over a socket', () => {
  let folder: string;
  let path: string;
  const ends: (() => unknown)[] = [];
  const serve = async (own: Partial<Parameters<typeof serveBus>[0]> = {}) => {
    const bus = own.bus ?? createBus();
    const server = await serveBus({ bus, path, received() {}, closed() {}, ...own });
    ends.push(server.stop);
    return { bus, server };
  };
  /** `arrivals`: the stations of each answer to what it wants. */
  const startConsumer = (
    stations: string[] = [],
  ): ReturnType<typeof createConsumer> & { client: BusClient; arrivals: string[][] } => {
    const consumer = createConsumer();
    const arrivals: string[][] = [];
    const bus = createBus();
    bus.subscribe(consumer.consume);
    const arrived = (of: string[]): void => void arrivals.push(of);
    const client = connectBus({ path, bus, arrived, connected() {}, received() {}, retryMs: 5 });
    client.want(stations);
    ends.push(client.stop);
    return { ...consumer, client, arrivals };
  };
  const key = 's-1111111111111111111111';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bus-'));
    path = join(folder, 'bus.sock');
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    rmSync(folder, { recursive: true });
  });

  it('delivers the same messages, frame by frame', async () => {
    const { bus } = await serve();
    const station = createSyntheticStation(bus);
    const consumer = startConsumer([key]);
    await expect.poll(() => consumer.arrivals).toEqual([[key]]);
    const sent = [station.emit(18), station.emit(1), station.emit(30)];
    await consumer.until(() => consumer.batches().length === 3);
    expect(consumer.batches()).toEqual(sent);
    bus.publish({ type: 'drop', station: station.head.station, reason: 'restart' });
    await consumer.until(() => consumer.messages.at(-1)?.type === 'drop');
  });

  it('delivers only the sound of the stations that a consumer wants, and everything else of all', async () => {
    const { bus } = await serve();
    const one = createSyntheticStation(bus);
    const other = createSyntheticStation(bus, { station: 's-other', mount: 'other' });
    const consumer = startConsumer();
    await consumer.until(() => consumer.messages.length === 4);
    const breakOf = (station: string) =>
      bus.publish({ type: 'break', station, id: 'b-1', at: 0, ms: 1000, kind: 'hand' });
    const emitAll = (): void => {
      for (const station of [one, other]) {
        breakOf(station.head.station);
        station.emit(5);
      }
    };
    const soundTypes = (): string[] =>
      consumer.messages.flatMap((message) => {
        if (message.type === 'batch') return [`batch ${message.batch.station}`];
        return message.type === 'break' ? [`break ${message.station}`] : [];
      });
    emitAll();
    consumer.client.want(['s-other']);
    await expect.poll(() => consumer.arrivals).toEqual([['s-other']]);
    emitAll();
    await consumer.until(() => consumer.batches().length === 1);
    consumer.client.want([key]);
    await expect.poll(() => consumer.arrivals).toEqual([['s-other'], [key]]);
    emitAll();
    one.title('Next');
    await consumer.until(() => consumer.messages.at(-1)?.type === 'title');
    expect(soundTypes()).toEqual(['break s-other', 'batch s-other', `break ${key}`, `batch ${key}`]);
  });

  it('begins with the latest sound, and continues after a lost connection without a gap or a repetition', async () => {
    const published: FrameBatch[] = [];
    const bus = createBus();
    const recent = (_station: string, after = -Infinity): BusMessage[] =>
      published.flatMap((batch) => (batch.seq > after ? [{ type: 'batch', batch }] : []));
    const { server } = await serve({ bus, recent });
    const station = createSyntheticStation(bus);
    const emit = (frames: number): number => published.push(station.emit(frames));
    emit(3);
    emit(4);
    const proxy = await startBreakingProxy(path, `${path}.proxy`);
    ends.push(proxy.close);
    path = `${path}.proxy`;
    const consumer = startConsumer([key]);
    await expect.poll(() => consumer.arrivals.length).toBe(1);
    emit(5);
    await consumer.until(() => consumer.batches().length === 3);
    proxy.isOpen = false;
    proxy.breakAll();
    emit(6);
    proxy.isOpen = true;
    await expect.poll(() => consumer.arrivals.length).toBe(2);
    emit(7);
    await consumer.until(() => consumer.batches().length === 5);
    expect(soundOf(consumer.batches()).equals(station.audio())).toBe(true);
    expect(server.lost()).toBe(0);
  });

  it('takes nothing of what it wanted before for what it wants again', async () => {
    const { bus } = await serve();
    const station = createSyntheticStation(bus);
    const consumer = startConsumer([key]);
    await expect.poll(() => consumer.arrivals.length).toBe(1);
    consumer.client.want([]);
    consumer.client.want([key]);
    // The server has read neither, and still sends this.
    station.emit(3);
    await expect.poll(() => consumer.arrivals.length).toBe(2);
    const batch = station.emit(4);
    await consumer.until(() => consumer.batches().length > 0);
    expect(consumer.batches()).toEqual([batch]);
  });

  it('passes on to the engine what an edge recorded around a spot', async () => {
    const received: EdgeMessage[] = [];
    const come = Promise.withResolvers<void>();
    const server = await serveBus({
      ...{ bus: createBus(), path, closed() {} },
      received: (_link, message) => (received.push(message), come.resolve()),
    });
    ends.push(server.stop);
    const connected = Promise.withResolvers<void>();
    const client = connectBus({ path, bus: createBus(), connected: connected.resolve, received() {}, retryMs: 5 });
    ends.push(client.stop);
    await connected.promise;
    const proof = { id: 'p-1' } as AdProof;
    client.want([]);
    client.send({ type: 'ad-proof', proof, sound: 'AAAA' });
    await come.promise;
    expect(received).toEqual([{ type: 'ad-proof', proof, sound: 'AAAA' }]);
  });

  it('drops batches for a consumer that does not read, without slowing the others', async () => {
    const { bus, server } = await serve({ maxUnread: 100_000 });
    const station = createSyntheticStation(bus);
    const good = startConsumer([key]);
    await expect.poll(() => good.arrivals.length).toBe(1);
    const stuck = connect(path);
    ends.push(() => stuck.destroy());
    for (const buffer of encodeMessage({ type: 'want', ask: 1, stations: [key] })) stuck.write(buffer);
    await new Promise((resolve) => stuck.once('data', resolve));
    stuck.pause();
    while (server.lost() === 0) {
      station.emit(200);
      const emitted = station.audio().length;
      await good.until(() => soundOf(good.batches()).length === emitted);
    }
    expect(soundOf(good.batches()).equals(station.audio())).toBe(true);
  });

  it('reconnects to a restarted engine, keeps the stations and reports the removed ones', async () => {
    const first = await serve();
    const remaining = createSyntheticStation(first.bus);
    const lost = createSyntheticStation(first.bus, { station: 's-lost', mount: 'lost' });
    const consumer = startConsumer([key]);
    await consumer.until(() => consumer.messages.length === 4);
    await expect.poll(() => consumer.arrivals.length).toBe(1);
    await first.server.stop();
    expect(consumer.messages.some(({ type }) => type === 'gone')).toBe(false);

    const bus = createBus();
    const restored = createSyntheticStation(bus, { station: remaining.head.station });
    await serve({ bus });
    await consumer.until(() => consumer.messages.some(({ type }) => type === 'gone'));
    expect(consumer.messages.filter(({ type }) => type === 'gone')).toEqual([
      { type: 'gone', station: lost.head.station },
    ]);
    await expect.poll(() => consumer.arrivals.length).toBe(2);
    const batch = restored.emit(4);
    await consumer.until(() => consumer.batches().length === 1);
    expect(consumer.batches()).toEqual([batch]);
  });
});
