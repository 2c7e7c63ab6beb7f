import { sql } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Db, DomainEvents } from '../kernel.ts';
import { databaseAnnouncements } from './announcements.ts';
import { holdLock } from './hold-lock.ts';

export type Outbox = {
  events: DomainEvents;
  /** Hears announcements from now on; takes the lock when it is free, and publishes to subscribers from then on. */
  start(): Promise<void>;
  /** Publishes all current events; for tests and before a process exits. */
  drain(): Promise<void>;
  stop(): Promise<void>;
};

type Handle = (payload: Record<string, unknown>) => Promise<void>;
/** Called for each event, and once for all that are published together. */
type Handlers = { each: Handle[]; once: (() => Promise<void>)[] };
const none: Handlers = { each: [], once: [] };
const outboxLock = 7_227_001;
const pollMs = 2000;
const batchSize = 500;
const slowestRetryMs = 30_000;

/**
 * Domain events: written in the transaction of the change, published at least once, in order within a topic, by the one
 * process that holds the lock. A failing subscriber delays its topic (not the others) and is called again after growing
 * pauses.
 */
export const databaseOutbox = (at: { db: Db; pool: pg.Pool; log: Logger }): Outbox => {
  const handlers = new Map<string, Handlers>();
  const handlersOf = (topic: string): Handlers => {
    const known = handlers.get(topic) ?? { each: [], once: [] };
    handlers.set(topic, known);
    return known;
  };
  const delayed = new Map<string, { until: number; failures: number }>();
  let holder: { stop(): Promise<void> } | undefined;
  let publishing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const heard = databaseAnnouncements(at);
  const publish = () => (publishing = publishing.then(() => publishAll(at, handlers, delayed)).catch(logged(at.log)));
  return {
    events: {
      ...heard.announcements,
      async emit(tx, topic, payload) {
        await tx
          .insertInto('outbox')
          .values({ topic, payload: JSON.stringify(payload) })
          .execute();
        await sql`select pg_notify('outbox', ${topic})`.execute(tx);
      },
      on: (topic, handle) => void handlersOf(topic).each.push(handle),
      onAny: (topic, handle) => void handlersOf(topic).once.push(handle),
    },
    async start() {
      holder = holdLock(
        { pool: at.pool, lock: outboxLock, channel: 'outbox', log: at.log },
        (isHeld) => {
          clearInterval(timer);
          if (isHeld) timer = setInterval(publish, pollMs);
          if (isHeld) void publish();
        },
        publish,
      );
      await heard.start();
    },
    drain: () => publish(),
    async stop() {
      clearInterval(timer);
      await Promise.all([holder?.stop(), heard.stop()]);
      await publishing;
    },
  };
};

const logged = (log: Logger) => (error: unknown) => log.error({ err: error }, 'the outbox could not be read');

const publishAll = async (
  at: { db: Db; log: Logger },
  handlers: ReadonlyMap<string, Handlers>,
  delayed: Map<string, { until: number; failures: number }>,
): Promise<void> => {
  for (;;) {
    const waiting = [...delayed].filter(([, { until }]) => until > Date.now()).map(([topic]) => topic);
    const rows = await at.db
      .selectFrom('outbox')
      .selectAll()
      .$if(waiting.length > 0, (query) => query.where('topic', 'not in', waiting))
      .orderBy('id')
      .limit(batchSize)
      .execute();
    const byTopic = Map.groupBy(rows, (row) => row.topic);
    const published = await Promise.all(
      [...byTopic].map(([topic, found]) => publishTopic(at, handlers.get(topic) ?? none, found, delayed)),
    );
    const done = published.flat();
    if (done.length > 0)
      await at.db
        .deleteFrom('outbox')
        .where(sql<boolean>`id = any(${done}::bigint[])`)
        .execute();
    if (rows.length < batchSize) return;
  }
};

type Row = { id: number; topic: string; payload: Record<string, unknown> };

/** The IDs of published events; identical events in a batch are published once, at the last one's position. */
const publishTopic = async (
  at: { log: Logger },
  { each, once }: Handlers,
  rows: Row[],
  delayed: Map<string, { until: number; failures: number }>,
): Promise<number[]> => {
  const published: number[] = [];
  const topic = rows[0]!.topic;
  try {
    for (const handle of once) await handle();
    for (const same of Map.groupBy(rows, (row) => JSON.stringify(row.payload)).values()) {
      for (const handle of each) await handle(same.at(-1)!.payload);
      published.push(...same.map((row) => row.id));
    }
    delayed.delete(topic);
  } catch (error) {
    const failures = (delayed.get(topic)?.failures ?? 0) + 1;
    delayed.set(topic, { until: Date.now() + Math.min(250 * 2 ** failures, slowestRetryMs), failures });
    at.log.warn({ err: error, topic, failures }, 'a subscriber failed to handle a domain event');
  }
  return published;
};
