import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { EngineEvent, PlayEvent, SourceEvent, SpotEvent } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { startOnlyWorker, type Turn } from '#server/kernel/jobs/only-worker.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Clock, Kernel } from '#server/kernel/kernel.ts';
import { recordCalls } from './calls/record-calls.service.ts';
import { createTables } from './clickhouse-tables.ts';
import type { ReceivedBatch, FleetSessions } from './engine-sessions.ts';
import { recordedColumns, recordedTables, enrichBatch, type EnrichDeps, type Rows } from './enrich.ts';
import { announceLateArrivals } from './late-arrivals.ts';

/** The clock that decides when days are over; the machine's by default. */
type Recording = { clickhouse: ClickHouseClient; clock?: Clock };
export type ConsumerDeps = Pick<Kernel, 'db' | 'log'> &
  EnrichDeps &
  Recording & {
    /** The spools of all engines. */
    spools: FleetSessions['spools'];
    /** Since when (ms) another engine has stations of these that this one had. */
    movedAway?: (engine: string, stations: readonly StationKey[]) => Promise<ReadonlyMap<StationKey, number>>;
    /** Notes the spots of a batch that name a ticket, before it is acknowledged; a batch may come again. */
    heardTickets?: (spots: readonly SpotEvent[]) => Promise<void>;
  };

/** What consumes one spool. */
type SpoolDeps = ConsumerDeps & FleetSessions['spools'][number] & { inTurn: InTurn };
type InTurn = (work: () => Promise<void>) => Promise<void>;

/** Only one consumer at a time, among all processes on this database. */
const spoolLock = 7_227_002;
const waitMs = 20_000;

/**
 * Writes the engines' events to ClickHouse batch by batch and acknowledges each once it is stored. Waits while an
 * engine, ClickHouse or the database is down; a batch that was inserted but not acknowledged is sent again with the
 * same token and counts once.
 */
export const startSpoolConsumer = (deps: ConsumerDeps): { stop(): Promise<void> } =>
  startOnlyWorker(deps, { lock: spoolLock, failed }, async (turn) => {
    await createTables(deps.clickhouse);
    const [first, ...others] = deps.spools;
    if (others.length === 0) await storeAll({ ...deps, ...first!, inTurn: oneAtATime() }, turn);
    else await storeEach(deps, turn);
  });

/** A cluster refuses an insert while most replicas still lack the one before it in the same table. */
const oneAtATime = (): InTurn => {
  let last = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
};

const failed = 'failed to record listening; retrying';
const slowestRetryMs = 15_000;

/** The spools of several engines side by side: one whose engine is away keeps no other waiting. Ends when the lock is lost. */
const storeEach = async (deps: ConsumerDeps, turn: Turn): Promise<void> => {
  const inTurn = oneAtATime();
  const over = new AbortController();
  const signal = AbortSignal.any([turn.signal, over.signal]);
  let isLost = false;
  const stillHolds = async (): Promise<void> =>
    await turn.stillHolds().catch((error: unknown) => {
      isLost = true;
      over.abort();
      throw error;
    });
  const storeOne = async (spool: FleetSessions['spools'][number]): Promise<void> => {
    let failures = 0;
    const succeeded = (): void => {
      failures = 0;
      turn.succeeded();
    };
    while (!signal.aborted) {
      try {
        await storeAll({ ...deps, ...spool, inTurn }, { signal, stillHolds, succeeded });
      } catch (error) {
        if (isLost) throw error;
        if (signal.aborted) return;
        if (failures === 0) deps.log.warn({ engine: spool.id, err: error }, failed);
        await pause(Math.min(500 * 2 ** failures++, slowestRetryMs), undefined, { signal }).catch(() => undefined);
      }
    }
  };
  const ended = await Promise.allSettled(deps.spools.map(storeOne));
  const lost = ended.find((one) => one.status === 'rejected');
  if (lost) throw lost.reason;
};

/** Processes batches in order; while one is inserted, the next is fetched and converted. */
const storeAll = async (deps: SpoolDeps, { stillHolds, succeeded, signal }: Turn): Promise<void> => {
  const fetchNext = (last?: ConvertedBatch): Promise<ConvertedBatch | undefined> => {
    const next = nextBatch(deps, signal, last);
    // The error surfaces where the promise is awaited; an earlier failure may prevent that.
    next.catch(() => undefined);
    return next;
  };
  let next = fetchNext();
  while (!signal.aborted) {
    const batch = await next;
    next = fetchNext(batch);
    await stillHolds();
    if (batch) await storeBatch(deps, batch);
    succeeded();
  }
};

type ConvertedBatch = Pick<ReceivedBatch, 'engine' | 'batch'> & { rows: Rows; ticketed?: SpotEvent[] };

/** The next batch as rows; undefined while there is none, or when an older engine sends the same batch again. */
const nextBatch = async (
  deps: SpoolDeps,
  signal: AbortSignal,
  last?: ConvertedBatch,
): Promise<ConvertedBatch | undefined> => {
  const received = await deps.engine.next(waitMs, signal, last?.batch);
  if (received === undefined || (received.engine === last?.engine && received.batch <= last.batch)) return undefined;
  const { engine, batch, unread } = received;
  const events = await withoutFormer(deps, received.events);
  if (unread > 0) deps.log.error({ batch, unread }, 'skipped events of unknown types');
  const ticketed = events.filter((event): event is SpotEvent => event.type === 'spot' && event.ticket !== undefined);
  return { engine, batch, rows: await enrichBatch(deps, engine, events), ticketed };
};

/**
 * Without what an engine did with stations that were no longer its own, as one does that was cut off: listeners heard the other
 * engine's. Sessions and spots stay, as they are what listeners got.
 */
const withoutFormer = async ({ id, movedAway }: SpoolDeps, events: readonly EngineEvent[]): Promise<EngineEvent[]> => {
  const isOfStation = (event: EngineEvent): event is PlayEvent | SourceEvent =>
    event.type === 'play' || event.type === 'source';
  const stations = [...new Set(events.filter(isOfStation).map(({ station }) => station))];
  const since = stations.length === 0 ? undefined : await movedAway?.(id, stations);
  if (!since || since.size === 0) return [...events];
  return events.filter((event) => !isOfStation(event) || event.at <= (since.get(event.station) ?? Infinity));
};

const storeBatch = async (deps: SpoolDeps, batch: ConvertedBatch): Promise<void> => {
  await deps.inTurn(() => insert(deps, batch));
  if (batch.ticketed && batch.ticketed.length > 0) await deps.heardTickets?.(batch.ticketed);
  await deps.engine.acknowledge(batch.batch);
};

/** Inserts a batch into its tables; inserting the same batch again changes nothing. */
export const store = async (
  deps: EnrichDeps & Recording,
  { engine, batch, events }: Pick<ReceivedBatch, 'engine' | 'batch' | 'events'>,
): Promise<void> => await insert(deps, { engine, batch, rows: await enrichBatch(deps, engine, events) });

const insert = async (
  { clickhouse, clock = systemClock, secrets }: Recording & Pick<EnrichDeps, 'secrets'>,
  { engine, batch, rows }: ConvertedBatch,
): Promise<void> => {
  await announceLateArrivals(clickhouse, rows.days, clock.now());
  await recordCalls({ clickhouse, clock, secrets }, rows.calls);
  for (const table of recordedTables) {
    const chunks = rows.tables[table];
    if (chunks.length === 0) continue;
    await clickhouse.insert({
      table,
      columns: recordedColumns[table],
      values: Readable.from(chunks, { objectMode: false }),
      format: 'TabSeparated',
      clickhouse_settings: {
        insert_deduplication_token: `${engine}:${batch}:${table}`,
        deduplicate_blocks_in_dependent_materialized_views: 1,
        parallel_view_processing: 1,
      },
    });
  }
};
