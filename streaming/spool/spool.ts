import type { EngineEvent, SpoolBatch } from '#contract/engine.ts';
import { openSegment, type SegmentWriter } from './segment-writer.ts';
import {
  eventsAsJson,
  installationId,
  listSegments,
  readSegment,
  removeSegment,
  repairSegment,
  segmentPath,
  type Line,
} from './segments.ts';

export type Spool<E = EngineEvent> = {
  /** The installation's id of this engine. */
  engine: string;
  /** Appends in order, in the caller's turn: once this has returned a kill -9 of the process loses nothing. */
  append(events: readonly E[]): void;
  /** Appends what another spool hands over as its `batch`, once however often it is handed over. */
  appendFrom(source: string, batch: number, events: readonly E[]): void;
  /** The oldest batch that isn't acknowledged, waiting up to `waitMs` for one. */
  next(waitMs: number, signal?: AbortSignal): Promise<Batch<E> | undefined>;
  /** The same as the JSON of a SpoolBatch; of those after number `after`, for who fetches one while another is on its way. */
  nextJson(waitMs: number, after: number, signal?: AbortSignal): Promise<Buffer | undefined>;
  /** The same as the file that holds it: a line an event, and lines with marks, which are none. */
  nextFile(waitMs: number, after: number, signal?: AbortSignal): Promise<{ batch: number; path: string } | undefined>;
  acknowledge(batch: number): void;
  /** Whether the last events before this start hold the slice. */
  hadSlice(session: string, n: number): boolean;
  pending(): { batches: number; events: number };
  stop(): void;
};

type Batch<E> = Omit<SpoolBatch, 'events'> & { events: E[] };
/** Every event says what it is. */
type Event = { type: string };

type Options = {
  folder: string;
  /** Events of a batch, at most. */
  batchEvents?: number;
  /** Events younger than this wait for company before they are handed out, ms. */
  gatherMs?: number;
  failed?(error: unknown): void;
};

/** What the portal inserts at once: smaller batches cost ClickHouse up to twice as much an event, larger ones memory. */
export const batchOfPortal = 30_000;

type Frozen = { batch: number; onDisk: Promise<void> };

/** How far back at most a start looks for slices that were written when the process died, in events of full batches. */
const recentEvents = 20_000;
const syncMs = 500;

/**
 * Events on disk until they are acknowledged. One append-only file per batch, `<number>.log`: a batch is frozen by
 * beginning the next file, so it is never rewritten and the same number always holds the same bytes.
 */
export function createSpool<E extends Event = EngineEvent>({
  folder,
  batchEvents = 1000,
  gatherMs = 1000,
  failed = () => {},
}: Options): Spool<E> {
  const left = listSegments(folder);
  const engine = installationId(folder);
  if (left.length > 0) repairSegment(folder, left.at(-1)!);
  const { slices, marks } = recall(folder, left.slice(-1 - Math.ceil(recentEvents / batchEvents)));

  let number = left.at(-1) ?? 0;
  let frozen: Frozen[] = [];
  let segment: SegmentWriter;
  let held = 0;
  let since = 0;
  const waiting = new Set<() => void>();

  const begin = (): void => {
    number += 1;
    held = 0;
    segment = openSegment(segmentPath(folder, number), failed);
    segment.write(line({ marks: Object.fromEntries(marks) }));
  };
  const freeze = (): void => {
    if (held === 0 || !segment.isSettled()) return;
    frozen.push({ batch: number, onDisk: segment.close().catch(failed) });
    begin();
  };
  const append = (events: readonly E[], mark = ''): void => {
    for (let from = 0; from < events.length; from += batchEvents) {
      const part = events.slice(from, from + batchEvents);
      if (held + part.length > batchEvents) freeze();
      if (held === 0) since = Date.now();
      const isLast = from + batchEvents >= events.length;
      segment.write(part.map(line).join('') + (isLast ? mark : ''));
      held += part.length;
    }
    for (const resume of waiting) resume();
  };
  const isRipe = (): boolean => held >= batchEvents || (held > 0 && Date.now() - since >= gatherMs);
  const oldest = (after: number): Frozen | undefined => frozen.find(({ batch }) => batch > after);
  const ripened = async (waitMs: number, after: number, signal?: AbortSignal): Promise<Frozen | undefined> => {
    const until = Date.now() + waitMs;
    while (!oldest(after) && !isRipe() && Date.now() < until && !signal?.aborted) {
      const ripensIn = held > 0 ? Math.max(1, since + gatherMs - Date.now()) : waitMs;
      await oneOf(Math.min(ripensIn, until - Date.now()), signal, held === 0 ? waiting : undefined);
    }
    if (!oldest(after) && isRipe()) freeze();
    const found = oldest(after);
    if (!found || signal?.aborted) return undefined;
    await found.onDisk;
    return found;
  };

  begin();
  frozen = keepFilled(folder, left).map((batch) => ({ batch, onDisk: Promise.resolve() }));
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
      const found = await ripened(waitMs, 0, signal);
      if (!found) return undefined;
      return { engine, batch: found.batch, events: readSegment<E>(folder, found.batch).filter(isEvent) };
    },
    async nextJson(waitMs, after, signal) {
      const found = await ripened(waitMs, after, signal);
      if (!found) return undefined;
      const head = `{"engine":${JSON.stringify(engine)},"batch":${found.batch},"events":[`;
      return Buffer.concat([Buffer.from(head), await eventsAsJson(folder, found.batch), Buffer.from(']}')]);
    },
    async nextFile(waitMs, after, signal) {
      const found = await ripened(waitMs, after, signal);
      return found && { batch: found.batch, path: segmentPath(folder, found.batch) };
    },
    acknowledge(batch) {
      if (!frozen.some((one) => one.batch === batch)) return;
      frozen = frozen.filter((one) => one.batch !== batch);
      removeSegment(folder, batch);
    },
    hadSlice: (session, n) => slices.has(`${session} ${n}`),
    pending: () => ({ batches: frozen.length, events: held }),
    stop() {
      clearInterval(syncing);
      segment.closeNow();
      for (const resume of waiting) resume();
    },
  };
}

const line = <E>(value: Line<E>): string => `${JSON.stringify(value)}\n`;
const isEvent = <E extends Event>(value: Line<E>): value is E => 'type' in value;

/** Of what a former run left, the batches that hold events; of those only the last can be empty, and is removed. */
function keepFilled(folder: string, left: number[]): number[] {
  const last = left.at(-1);
  if (last === undefined || readSegment(folder, last).some(isEvent)) return left;
  removeSegment(folder, last);
  return left.slice(0, -1);
}

function recall(folder: string, batches: number[]): { slices: Set<string>; marks: Map<string, number> } {
  const slices = new Set<string>();
  const marks = new Map<string, number>();
  for (const value of batches.flatMap((batch) => readSegment(folder, batch))) {
    if ('marks' in value) for (const [source, batch] of Object.entries(value.marks)) marks.set(source, batch);
    else if (value.type === 'slice') slices.add(`${value.session} ${value.n}`);
  }
  return { slices, marks };
}

/** Waits for the time, the signal or, where given, the next append, whichever comes first. */
function oneOf(ms: number, signal: AbortSignal | undefined, appends: Set<() => void> | undefined): Promise<void> {
  return new Promise((resolve) => {
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
}
