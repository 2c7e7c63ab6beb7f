import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db, DomainEvents } from '../kernel.ts';
import { holdLock } from './hold-lock.ts';

export type Outbox = {
  events: DomainEvents;
  /** Takes the outbox over when it is free, and tells its subscribers from then on. */
  start(): Promise<void>;
  /** Tells everything that is written now; for tests and the end of a process. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

type Handle = (payload: Record<string, unknown>) => Promise<void>;
const outboxLock = 7_227_001;
const pollMs = 2000;
const batchSize = 500;
const slowestRetryMs = 30_000;

/**
 * Domain events: written with the change they tell, told at least once, in order within a topic, by the one process
 * that holds the lock. A subscriber that fails holds its topic back (not the others) and is called again, later and later.
 */
export const databaseOutbox = (at: { db: Db; pool: pg.Pool; log: Logger }): Outbox => {
  const handlers = new Map<string, Handle[]>();
  const heldBack = new Map<string, { until: number; failures: number }>();
  let holder: { stop(): Promise<void> } | undefined;
  let telling: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const tell = () => (telling = telling.then(() => tellAll(at, handlers, heldBack)).catch(logged(at.log)));
  return {
    events: {
      async emit(tx, topic, payload) {
        await tx
          .insertInto('outbox')
          .values({ topic, payload: JSON.stringify(payload) })
          .execute();
        await sql`select pg_notify('outbox', ${topic})`.execute(tx);
      },
      on(topic, handle) {
        handlers.set(topic, [...(handlers.get(topic) ?? []), handle]);
      },
    },
    start() {
      holder = holdLock(
        { pool: at.pool, lock: outboxLock, channel: 'outbox', log: at.log },
        (isHeld) => {
          clearInterval(timer);
          if (isHeld) timer = setInterval(tell, pollMs);
          if (isHeld) void tell();
        },
        tell,
      );
      return Promise.resolve();
    },
    drain: () => tell(),
    async stop() {
      clearInterval(timer);
      await holder?.stop();
      await telling;
    },
  };
};

const logged = (log: Logger) => (error: unknown) => log.error({ err: error }, 'the outbox could not be read');

const tellAll = async (
  at: { db: Db; log: Logger },
  handlers: Map<string, Handle[]>,
  heldBack: Map<string, { until: number; failures: number }>,
): Promise<void> => {
  for (;;) {
    const waiting = [...heldBack].filter(([, { until }]) => until > Date.now()).map(([topic]) => topic);
    const rows = await at.db
      .selectFrom('outbox')
      .selectAll()
      .$if(waiting.length > 0, (query) => query.where('topic', 'not in', waiting))
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const byTopic = Map.groupBy(rows, (row) => row.topic);
    const told = await Promise.all(
      [...byTopic].map(([topic, found]) => tellTopic(at, handlers.get(topic) ?? [], found, heldBack)),
    );
    const done = told.flat();
    if (done.length > 0)
      await at.db
        .deleteFrom('outbox')
        .where(sql<boolean>`id = any(${done}::bigint[])`)
        .execute();
    if (rows.length < batchSize) return;
  }
};

type Row = { id: number; topic: string; payload: Record<string, unknown> };

/** The ids that were told; an event that stands in the batch several times is told once, as its last. */
const tellTopic = async (
  at: { log: Logger },
  handlers: Handle[],
  rows: Row[],
  heldBack: Map<string, { until: number; failures: number }>,
): Promise<number[]> => {
  const told: number[] = [];
  for (const same of Map.groupBy(rows, (row) => JSON.stringify(row.payload)).values()) {
    const last = same.at(-1);
    if (!last) continue;
    try {
      for (const handle of handlers) await handle(last.payload);
    } catch (error) {
      const failures = (heldBack.get(last.topic)?.failures ?? 0) + 1;
      heldBack.set(last.topic, { until: Date.now() + Math.min(250 * 2 ** failures, slowestRetryMs), failures });
      at.log.warn({ err: error, topic: last.topic, failures }, 'a domain event was not taken');
      return told;
    }
    told.push(...same.map((row) => row.id));
  }
  if (rows[0]) heldBack.delete(rows[0].topic);
  return told;
};
