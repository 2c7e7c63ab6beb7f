import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSyntheticStation } from '#streaming/edge/testing/synthetic-station.ts';
import type { AdProof } from '#contract/engine-ads.ts';
import type { FrameBatch } from './batch.ts';
import { createBus } from './bus.ts';
import { connectBus, type BusClient } from './bus-client.ts';
import { serveBus } from './bus-server.ts';
import { createConsumer } from './testing/consumer.ts';
import type { EdgeMessage } from './wire.ts';

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

describe('the bus over a socket', () => {
  let folder: string;
  let path: string;
  const ends: (() => unknown)[] = [];
  const serve = async (bus = createBus(), maxUnread?: number) => {
    const server = await serveBus({ bus, path, received() {}, closed() {}, ...(maxUnread && { maxUnread }) });
    ends.push(server.stop);
    return { bus, server };
  };
  const startConsumer = (): ReturnType<typeof createConsumer> & { client: BusClient } => {
    const consumer = createConsumer();
    const bus = createBus();
    bus.subscribe(consumer.consume);
    const client = connectBus({ path, bus, connected() {}, received() {}, retryMs: 5 });
    ends.push(client.stop);
    return { ...consumer, client };
  };

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
    const consumer = startConsumer();
    await consumer.until(() => consumer.messages.length === 2);
    const sent = [station.emit(18), station.emit(1), station.emit(30)];
    await consumer.until(() => consumer.batches().length === 3);
    expect(consumer.batches()).toEqual(sent);
    bus.publish({ type: 'drop', station: station.head.station, reason: 'restart' });
    await consumer.until(() => consumer.messages.at(-1)?.type === 'drop');
  });

  it('delivers only the batches of the stations that a consumer wants, and everything else of all', async () => {
    const { bus } = await serve();
    const one = createSyntheticStation(bus);
    const other = createSyntheticStation(bus, { station: 's-other', mount: 'other' });
    const consumer = startConsumer();
    await consumer.until(() => consumer.messages.length === 4);
    consumer.client.send({ type: 'want', stations: ['s-other'] });
    // The engine reads the wish at some time after it was sent.
    const lastTwo = (): string[] =>
      consumer
        .batches()
        .slice(-2)
        .map(({ station }) => station);
    while (lastTwo().join() !== 's-other,s-other') {
      one.emit(1);
      other.emit(1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const before = consumer.batches().filter(({ station }) => station === one.head.station).length;
    const wanted = consumer.batches().length;
    one.emit(5);
    other.emit(5);
    one.title('Next');
    await consumer.until(() => consumer.messages.at(-1)?.type === 'title');
    expect(
      consumer
        .batches()
        .slice(wanted)
        .every(({ station }) => station === 's-other'),
    ).toBe(true);
    expect(consumer.batches().filter(({ station }) => station === one.head.station)).toHaveLength(before);
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
    client.send({ type: 'want', stations: [] });
    client.send({ type: 'ad-proof', proof, sound: 'AAAA' });
    await come.promise;
    expect(received).toEqual([{ type: 'ad-proof', proof, sound: 'AAAA' }]);
  });

  it('drops batches for a consumer that does not read, without slowing the others', async () => {
    const { bus, server } = await serve(createBus(), 100_000);
    const station = createSyntheticStation(bus);
    const good = startConsumer();
    await good.until(() => good.messages.length === 2);
    const stuck = connect(path);
    ends.push(() => stuck.destroy());
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
    const consumer = startConsumer();
    await consumer.until(() => consumer.messages.length === 4);
    await first.server.stop();
    expect(consumer.messages.some(({ type }) => type === 'gone')).toBe(false);

    const bus = createBus();
    const restored = createSyntheticStation(bus, { station: remaining.head.station });
    await serve(bus);
    await consumer.until(() => consumer.messages.some(({ type }) => type === 'gone'));
    expect(consumer.messages.filter(({ type }) => type === 'gone')).toEqual([
      { type: 'gone', station: lost.head.station },
    ]);
    const batch = restored.emit(4);
    await consumer.until(() => consumer.batches().length === 1);
    expect(consumer.batches()).toEqual([batch]);
  });
});
