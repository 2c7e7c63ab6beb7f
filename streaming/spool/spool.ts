import type { EngineEvent, SpoolBatch } from '#contract/engine/engine.ts';
import { jsonOf } from './event-json.ts';
import { openSegment, type SegmentWriter } from './segment-writer.ts';
import {
  eventsAsJson,
  installationId,
  listSegments,
  readSegment,
  removeSegment,
  repairSegment,
  segmentPath,
  segmentTime,
  type Line,
} from './segments.ts';

export type Spool<E = EngineEvent> = {
  /** The installation's id of this engine. */
  engine: string;
  /** Appends in order and synchronously: after it returns, a kill -9 of the process loses nothing. */
  append(events: readonly E[]): void;
  /** Appends batch `batch` of another spool, once however often it is delivered. */
  appendFrom(source: string, batch: number, events: readonly E[]): void;
  /** The oldest unacknowledged batch, waiting up to `waitMs` for one. */
  next(waitMs: number, signal?: AbortSignal): Promise<Batch<E> | undefined>;
  /**
   * The same as the JSON of a SpoolBatch; only batches after number `after`, for a client that requests one while
   * another is in transit.
   */
  nextJson(waitMs: number, after: number, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** The same as the batch's file: one event per line, and lines with marks, which are not events. */
  nextFile(waitMs: number, after: number, signal?: AbortSignal): Promise<{ batch: number; path: string } | undefined>;
  acknowledge(batch: number): void;
  /** Resolves once everything that was appended before this call is acknowledged. */
  acknowledged(): Promise<void>;
  /** Whether the last events before this start contain the slice. */
  hasSlice(session: string, n: number): boolean;
  /** What is not acknowledged; `oldestMs`: the age of its oldest event, 0 without any. */
  pending(): { batches: number; events: number; oldestMs: number };
  stop(): void;
};

type Batch<E> = Omit<SpoolBatch, 'events'> & { events: E[] };
/** Every event has a type. */
type Event = { type: string };

type Options = {
  folder: string;
  /** The most events in a batch. */
  batchEvents?: number;
  /** Events younger than this wait for more before they are delivered, ms. */
  gatherMs?: number;
  failed?(error: unknown): void;
};

/**
 * Batch size for the portal's inserts: smaller batches cost ClickHouse up to twice as much per event, larger ones
 * memory.
 */
export const portalBatchEvents = 30_000;

type Frozen = { batch: number; since: number; onDisk: Promise<void> };

/** How far back a start looks for slices written before the process died, in events of full batches. */
const recentEvents = 20_000;
const syncMs = 500;

/**
 * Events on disk until they are acknowledged. One append-only file per batch, `<number>.log`: starting the next file
 * freezes a batch, so it is never rewritten and the same number always has the same bytes.
 */
export const createSpool = <E extends Event = EngineEvent>({
  folder,
  batchEvents = 1000,
  gatherMs = 1000,
  failed = () => {},
}: Options): Spool<E> => {
  const existing = listSegments(folder);
  const engine = installationId(folder);
  if (existing.length > 0) repairSegment(folder, existing.at(-1)!);
  const { slices, marks } = readRecent(folder, existing.slice(-1 - Math.ceil(recentEvents / batchEvents)));

  let number = existing.at(-1) ?? 0;
  let frozen: Frozen[] = [];
  let segment: SegmentWriter;
  let count = 0;
  let since = 0;
  const waiting = new Set<() => void>();
  const unacknowledged = new Set<() => void>();

  const startSegment = (): void => {
    number += 1;
    count = 0;
    segment = openSegment(segmentPath(folder, number), failed);
    segment.write(line({ marks: Object.fromEntries(marks) }));
  };
  const freeze = (): void => {
    if (count === 0 || !segment.isSettled()) return;
    frozen.push({ batch: number, since, onDisk: segment.close().catch(failed) });
    startSegment();
  };
  const append = (events: readonly E[], mark = ''): void => {
    for (let from = 0; from < events.length; from += batchEvents) {
      const part = events.slice(from, from + batchEvents);
      if (count + part.length > batchEvents) freeze();
      if (count === 0) since = Date.now();
      const isLast = from + batchEvents >= events.length;
      segment.write(isLast && mark !== '' ? linesOf(part) + mark : linesOf(part));
      count += part.length;
    }
    for (const resume of waiting) resume();
  };
  const isReady = (): boolean => count >= batchEvents || (count > 0 && Date.now() - since >= gatherMs);
  const oldest = (after: number): Frozen | undefined => frozen.find(({ batch }) => batch > after);
  const nextFrozen = async (waitMs: number, after: number, signal?: AbortSignal): Promise<Frozen | undefined> => {
    const until = Date.now() + waitMs;
    while (!oldest(after) && !isReady() && Date.now() < until && !signal?.aborted) {
      const readyIn = count > 0 ? Math.max(1, since + gatherMs - Date.now()) : waitMs;
      await waitForAny(Math.min(readyIn, until - Date.now()), signal, count === 0 ? waiting : undefined);
    }
    if (!oldest(after) && isReady()) freeze();
    const found = oldest(after);
    if (!found || signal?.aborted) return undefined;
    await found.onDisk;
    return found;
  };

  startSegment();
  frozen = removeEmpty(folder, existing).map((batch) => ({
    ...{ batch, since: segmentTime(folder, batch), onDisk: Promise.resolve() },
  }));
  const syncing = setInterval(() => segment.sync().catch(failed), syncMs);

  return {
    engine,
    append,
    appendFrom(source, batch, events) {
      if ((marks.get(source) ?? 0) >= batch) return;
      marks.set(source, batch);
      append(events, line({ marks: { [source]: batch } }));
    },
    async next(waitMs, signal) {
      const found = await nextFrozen(waitMs, 0, signal);
      if (!found) return undefined;
      return { engine, batch: found.batch, events: readSegment<E>(folder, found.batch).filter(isEvent) };
    },
    async nextJson(waitMs, after, signal) {
      const found = await nextFrozen(waitMs, after, signal);
      if (!found) return undefined;
      const head = `{"engine":${JSON.stringify(engine)},"batch":${found.batch},"events":[`;
      return Buffer.concat([Buffer.from(head), await eventsAsJson(folder, found.batch), Buffer.from(']}')]);
    },
    async nextFile(waitMs, after, signal) {
      const found = await nextFrozen(waitMs, after, signal);
      return found && { batch: found.batch, path: segmentPath(folder, found.batch) };
    },
    acknowledge(batch) {
      if (!frozen.some((one) => one.batch === batch)) return;
      frozen = frozen.filter((one) => one.batch !== batch);
      removeSegment(folder, batch);
      for (const look of unacknowledged) look();
    },
    acknowledged() {
      const last = count > 0 ? number : number - 1;
      return new Promise((resolve) => {
        const look = (): void => {
          if (number <= last || frozen.some((one) => one.batch <= last)) return;
          unacknowledged.delete(look);
          resolve();
        };
        unacknowledged.add(look);
        look();
      });
    },
    hasSlice: (session, n) => slices.has(`${session} ${n}`),
    pending: () => ({
      ...{ batches: frozen.length, events: count },
      oldestMs: Date.now() - (frozen[0]?.since ?? (count > 0 ? since : Date.now())),
    }),
    stop() {
      clearInterval(syncing);
      segment.closeNow();
      for (const resume of waiting) resume();
    },
  };
};

const line = <E extends object>(value: Line<E>): string => `${jsonOf(value)}\n`;
/** Joined once, with the last newline: a longer text would be copied again when it is written. */
const linesOf = (events: readonly object[]): string => [...events.map(jsonOf), ''].join('\n');
const isEvent = <E extends Event>(value: Line<E>): value is E => 'type' in value;

/** The batches of a previous run that have events; only the last can be empty, and is then removed. */
const removeEmpty = (folder: string, batches: number[]): number[] => {
  const last = batches.at(-1);
  if (last === undefined || readSegment(folder, last).some(isEvent)) return batches;
  removeSegment(folder, last);
  return batches.slice(0, -1);
};

const readRecent = (folder: string, batches: number[]): { slices: Set<string>; marks: Map<string, number> } => {
  const slices = new Set<string>();
  const marks = new Map<string, number>();
  for (const value of batches.flatMap((batch) => readSegment(folder, batch))) {
    if ('marks' in value) for (const [source, batch] of Object.entries(value.marks)) marks.set(source, batch);
    else if (value.type === 'slice') slices.add(`${value.session} ${value.n}`);
  }
  return { slices, marks };
};

/** Waits for the timeout, the signal or, if given, the next append, whichever comes first. */
const waitForAny = (ms: number, signal: AbortSignal | undefined, appends: Set<() => void> | undefined): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      appends?.delete(done);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    appends?.add(done);
    signal?.addEventListener('abort', done);
  });
