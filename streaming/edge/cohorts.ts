import type { Socket } from 'node:net';
import { emptyBlock, interleave, metaint } from './icy.ts';
import type { Hearer, Lane } from './lanes.ts';
import type { PlacedBatch } from './ring.ts';
import type { Session } from './sessions.ts';
import { joined, type Join } from './write-pool.ts';

export type Listener = Hearer & {
  readonly socket: Socket;
  readonly session: Session;
  cohort: Cohort;
  /** The number of the last batch that was written to it. */
  seen: number;
  /** It was removed: nothing more is written to it. */
  isGone: boolean;
};

/**
 * Listeners that get the same bytes: those who hear the same spots, or the programme; without metadata, or with blocks
 * that fall on the same bytes of the station's audio (`grid`) and the same title received last. So each batch is built
 * once for all of them.
 */
export type Cohort = {
  /** Moves with every batch of which a lane sends more or fewer bytes than the programme has. */
  grid: number | null;
  lastTitle: number;
  lane?: Lane | undefined;
  readonly listeners: Set<Listener>;
  /** What it gets of the batch that is written now. */
  built?: Built;
};

/** What a cohort gets of a batch, and where its listeners get the rest if their spot ends in it. */
export type Built = { placed: PlacedBatch; bytes: Buffer; after: ReturnType<NonNullable<Lane['after']>> };

/** The metadata block of a title of the station. */
export type BlockOf = (title: number) => Buffer;

/**
 * Bytes of a batch for a cohort, with metadata blocks; `lastTitle` is updated when a block contains a new title. Of a batch in
 * which its spot ends these are the first bytes, and the same batch is then asked for the listeners' next cohorts.
 */
export const bytesFor = (
  cohort: Cohort,
  { batch, start }: PlacedBatch,
  blockOf: BlockOf,
  join: Join = joined,
): Buffer => {
  const spots = cohort.lane?.take(batch);
  const data = spots?.data ?? batch.data;
  if (cohort.grid === null) return data;
  const until = metaint - remainder(start - cohort.grid);
  const isPart = cohort.lane?.after?.(batch) !== undefined;
  if (spots) cohort.grid = remainder(cohort.grid + (isPart ? 0 : batch.data.length) - data.length);
  if (until > data.length) return data;
  const title = spots?.title ?? batch.title;
  const isNew = cohort.lastTitle !== title;
  cohort.lastTitle = title;
  const block = (): Buffer => (isNew ? (spots?.block ?? blockOf(title)) : emptyBlock);
  if (!spots) return interleave(data, until, block(), join);
  // Cohorts with the same frames may be in many lanes.
  const made = (spots.interleaved ??= new Map<number, Buffer>());
  const key = isNew ? until : -until;
  const bytes = made.get(key) ?? interleave(data, until, block(), join);
  made.set(key, bytes);
  return bytes;
};

/** The audio between a listener's last metadata block and a position in the station's audio, bytes. */
export const sinceLastBlock = (position: number, grid: number): number => remainder(position - grid);

const remainder = (bytes: number): number => ((bytes % metaint) + metaint) % metaint;

export type Cohorts = {
  all(): Cohort[];
  /** In the order in which they came. What belongs to them lies in memory in that order: any other takes up to a third longer. */
  listeners(): readonly Listener[];
  /** Adds a listener to its cohort; `grid` is the byte at which its audio starts, null without metadata. */
  add(
    listener: Omit<Listener, 'cohort' | 'ahead' | 'isGone'>,
    grid: number | null,
    title: number,
    lane?: Lane,
  ): Listener;
  remove(listener: Listener): void;
  /** Returns what moves listeners to new lanes: from the next batch on, or from where their spot ends within one. */
  startMoving(): (listener: Listener, lane: Lane) => void;
  /** After a batch: merges cohorts that get the same bytes from now on. Yields after some. */
  merge(perTurn: number): Generator<void>;
  size(): number;
};

/** The listeners of one station by cohort. */
export const createCohorts = (): Cohorts => {
  let cohorts: Cohort[] = [];
  const everyone = new Set<Listener>();
  let ordered: Listener[] | undefined;

  const findOrCreate = (grid: number | null, title: number, lane?: Lane): Cohort => {
    const found = cohorts.find(
      (cohort) => cohort.lane === lane && cohort.grid === grid && (grid === null || cohort.lastTitle === title),
    );
    if (found) return found;
    const created: Cohort = { grid, lastTitle: title, lane, listeners: new Set() };
    cohorts.push(created);
    return created;
  };
  const take = (listener: Listener): boolean => listener.cohort.listeners.delete(listener);
  /** Differs within a lane between cohorts that get other bytes. */
  const keyOf = ({ grid, lastTitle }: Pick<Cohort, 'grid' | 'lastTitle'>): number =>
    grid === null ? -Infinity : lastTitle * metaint + grid;

  /** Returns how many listeners it moved. */
  const unite = (cohort: Cohort, twin: Cohort): number => {
    const { size } = cohort.listeners;
    for (const listener of cohort.listeners) twin.listeners.add(((listener.cohort = twin), listener));
    cohort.listeners.clear();
    return size;
  };

  const startMoving = (): ((listener: Listener, lane: Lane) => void) => {
    const made = new Map<Lane, Map<number, Cohort>>();
    return (listener, lane) => {
      const { grid, lastTitle } = listener.cohort;
      if (!take(listener)) return;
      const ofLane = made.get(lane) ?? new Map<number, Cohort>();
      if (ofLane.size === 0) made.set(lane, ofLane);
      const key = keyOf(listener.cohort);
      const known = ofLane.get(key);
      const cohort = known ?? { grid, lastTitle, lane, listeners: new Set<Listener>() };
      if (!known) cohorts.push(cohort);
      ofLane.set(key, cohort);
      listener.cohort = cohort;
      cohort.listeners.add(listener);
    };
  };

  return {
    all: () => cohorts.filter(({ listeners }) => listeners.size > 0),
    listeners: () => (ordered ??= [...everyone]),
    add(newcomer, grid, title, lane) {
      const cohort = findOrCreate(grid === null ? null : remainder(grid), title, lane);
      const listener: Listener = { ...newcomer, cohort, ahead: [], isGone: false };
      cohort.listeners.add(listener);
      everyone.add(listener);
      ordered = undefined;
      return listener;
    },
    remove(listener) {
      take(listener);
      everyone.delete(listener);
      ordered = undefined;
      listener.isGone = true;
    },
    startMoving,
    *merge(perTurn) {
      const merged = new Map<Lane | undefined, Map<number, Cohort>>();
      let done = 0;
      for (const cohort of [...cohorts]) {
        if (cohort.listeners.size === 0) continue;
        cohort.lane = cohort.lane?.next();
        const ofLane = merged.get(cohort.lane) ?? new Map<number, Cohort>();
        if (ofLane.size === 0) merged.set(cohort.lane, ofLane);
        const key = keyOf(cohort);
        const twin = ofLane.get(key);
        if (!twin) ofLane.set(key, cohort);
        else done += unite(cohort, twin);
        done += 1;
        if (done < perTurn) continue;
        done = 0;
        yield;
      }
      cohorts = cohorts.filter(({ listeners }) => listeners.size > 0);
    },
    size: () => everyone.size,
  };
};
