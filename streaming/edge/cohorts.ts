import type { Socket } from 'node:net';
import { emptyBlock, interleave, metaint } from './icy.ts';
import type { Lane } from './lanes.ts';
import type { PlacedBatch } from './ring.ts';
import type { Session } from './sessions.ts';

export type Listener = {
  readonly socket: Socket;
  readonly session: Session;
  cohort: Cohort;
  /** The number of the last batch that was written to it. */
  seen: number;
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
};

/** The metadata block of a title of the station. */
export type BlockOf = (title: number) => Buffer;

/** Bytes of a batch for a cohort, with metadata blocks; `lastTitle` is updated when a block contains a new title. */
export function bytesFor(cohort: Cohort, { batch, start }: PlacedBatch, blockOf: BlockOf): Buffer {
  const spots = cohort.lane?.take(batch);
  const data = spots?.data ?? batch.data;
  if (cohort.grid === null) return data;
  const until = metaint - remainder(start - cohort.grid);
  if (spots) cohort.grid = remainder(cohort.grid + batch.data.length - data.length);
  if (until > data.length) return data;
  const title = spots?.title ?? batch.title;
  const block = cohort.lastTitle === title ? emptyBlock : (spots?.block ?? blockOf(title));
  cohort.lastTitle = title;
  return interleave(data, until, block);
}

const remainder = (bytes: number): number => ((bytes % metaint) + metaint) % metaint;

export type Cohorts = {
  all(): Cohort[];
  /** Adds a listener to its cohort; `grid` is the byte at which its audio starts, null without metadata. */
  add(listener: Omit<Listener, 'cohort'>, grid: number | null, title: number, lane?: Lane): Listener;
  remove(listener: Listener): void;
  /** Returns what moves listeners to new lanes, whose spots they hear from the next batch on. */
  startMoving(): (listener: Listener, lane: Lane) => void;
  /** Merges cohorts that get the same bytes from now on. */
  merge(): void;
  size(): number;
};

/** The listeners of one station by cohort. */
export function createCohorts(): Cohorts {
  let cohorts: Cohort[] = [];
  let size = 0;

  const findOrCreate = (grid: number | null, title: number, lane?: Lane): Cohort => {
    const found = cohorts.find(
      (cohort) => cohort.lane === lane && cohort.grid === grid && (grid === null || cohort.lastTitle === title),
    );
    if (found) return found;
    const created: Cohort = { grid, lastTitle: title, lane, listeners: new Set() };
    cohorts.push(created);
    return created;
  };
  const take = (listener: Listener): boolean => {
    if (!listener.cohort.listeners.delete(listener)) return false;
    if (listener.cohort.listeners.size === 0) cohorts = cohorts.filter((cohort) => cohort !== listener.cohort);
    return true;
  };
  const keyOf = ({ grid, lastTitle, lane }: Pick<Cohort, 'grid' | 'lastTitle' | 'lane'>): string =>
    grid === null ? `${lane?.id ?? ''}` : `${lane?.id ?? ''} ${grid} ${lastTitle}`;

  return {
    all: () => [...cohorts],
    add(newcomer, grid, title, lane) {
      const cohort = findOrCreate(grid === null ? null : remainder(grid), title, lane);
      const listener: Listener = { ...newcomer, cohort };
      cohort.listeners.add(listener);
      size += 1;
      return listener;
    },
    remove(listener) {
      if (take(listener)) size -= 1;
    },
    startMoving() {
      const made = new Map<string, Cohort>();
      return (listener, lane) => {
        const { grid, lastTitle } = listener.cohort;
        if (!take(listener)) return;
        const key = keyOf({ grid, lastTitle, lane });
        const cohort = made.get(key) ?? { grid, lastTitle, lane, listeners: new Set<Listener>() };
        if (!made.has(key)) cohorts.push(cohort);
        made.set(key, cohort);
        listener.cohort = cohort;
        cohort.listeners.add(listener);
      };
    },
    merge() {
      const merged = new Map<string, Cohort>();
      cohorts = cohorts.filter((cohort) => {
        if (cohort.lane?.isOver) cohort.lane = undefined;
        // Within a lane cohorts stay apart: it doesn't last.
        if (cohort.lane) return true;
        const key = keyOf(cohort);
        const twin = merged.get(key);
        if (!twin) merged.set(key, cohort);
        else for (const listener of cohort.listeners) twin.listeners.add(((listener.cohort = twin), listener));
        return !twin;
      });
    },
    size: () => size,
  };
}
