import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { databaseOutbox, type Outbox } from './outbox.ts';

let database: TestDatabase;
const running: Outbox[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await Promise.all(running.map((outbox) => outbox.stop()));
  await database.drop();
});

const start = async (): Promise<Outbox> => {
  const outbox = databaseOutbox({ db: database.db, pool: database.pool, log: pino({ level: 'silent' }) });
  running.push(outbox);
  await outbox.start();
  return outbox;
};

/** Collects events, and lets a test wait for the n-th. */
const collector = () => {
  const received: unknown[] = [];
  let wake = () => undefined as void;
  return {
    received,
    receive: (payload: unknown) => {
      received.push(payload);
      wake();
    },
    async until(count: number) {
      while (received.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
};

it('publishes the events of a transaction in order, and none of a failed one', async () => {
  const outbox = await start();
  const { received, receive, until } = collector();
  outbox.events.on('a', (payload) => Promise.resolve(receive(payload.n)));
  await database.db.transaction().execute(async (tx) => {
    for (const n of [1, 2, 3]) await outbox.events.emit(tx, 'a', { n });
  });
  const failed = database.db.transaction().execute(async (tx) => {
    await outbox.events.emit(tx, 'a', { n: 99 });
    throw new Error('rolled back');
  });
  await expect(failed).rejects.toThrow('rolled back');
  await outbox.events.emit(database.db, 'a', { n: 4 });
  await until(4);
  expect(received).toEqual([1, 2, 3, 4]);
});

it('calls once, for all events that are published together, who needs none of them', async () => {
  const holder = running[0] as Outbox;
  const each = collector();
  let calls = 0;
  holder.events.on('e', (payload) => Promise.resolve(each.receive(payload.n)));
  holder.events.onAny('e', () => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve();
  });
  await database.db.transaction().execute(async (tx) => {
    for (const n of [1, 2, 3]) await holder.events.emit(tx, 'e', { n });
  });
  await each.until(3);
  expect([each.received, calls]).toEqual([[1, 2, 3], 2]);
});

it('retries a failed event, and publishes other topics meanwhile', async () => {
  const outbox = await start();
  const [slow, other] = [collector(), collector()];
  const first = running[0] as Outbox;
  let tries = 0;
  first.events.on('b', async (payload) => {
    tries += 1;
    if (tries < 3 || other.received.length === 0) throw new Error('not yet');
    slow.receive(payload.n);
  });
  first.events.on('c', (payload) => Promise.resolve(other.receive(payload.n)));
  await outbox.events.emit(database.db, 'b', { n: 1 });
  await outbox.events.emit(database.db, 'b', { n: 2 });
  await outbox.events.emit(database.db, 'c', { n: 3 });
  await other.until(1);
  expect(slow.received).toEqual([]);
  await slow.until(2);
  expect(slow.received).toEqual([1, 2]);
});

it('is taken over by the next process when the holder stops', async () => {
  const [holder, next] = [running[0] as Outbox, running[1] as Outbox];
  const received = collector();
  next.events.on('d', (payload) => Promise.resolve(received.receive(payload.n)));
  await holder.stop();
  await next.events.emit(database.db, 'd', { n: 1 });
  await received.until(1);
  await next.drain();
  expect(await database.db.selectFrom('outbox').selectAll().execute()).toEqual([]);
});
