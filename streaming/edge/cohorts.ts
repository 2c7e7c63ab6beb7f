import type { Socket } from 'node:net';
import { emptyBlock, interleave, metaint } from './icy.ts';
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
 * Listeners that get the same bytes: those without metadata, or those whose metadata blocks fall on the same bytes of
 * the station's audio (`grid`) and that received the same title last. So each batch is built once for all of them.
 */
export type Cohort = {
  readonly grid: number | null;
  lastTitle: number;
  readonly listeners: Set<Listener>;
};

/** The metadata block of a title of the station. */
export type BlockOf = (title: number) => Buffer;

/** Bytes of a batch for a cohort, with metadata blocks; `lastTitle` is updated when a block contains a new title. */
export function bytesFor(cohort: Cohort, { batch, start }: PlacedBatch, blockOf: BlockOf): Buffer {
  if (cohort.grid === null) return batch.data;
  const until = metaint - ((start - cohort.grid + metaint) % metaint);
  if (until > batch.data.length) return batch.data;
  const block = cohort.lastTitle === batch.title ? emptyBlock : blockOf(batch.title);
  cohort.lastTitle = batch.title;
  return interleave(batch.data, until, block);
}

export type Cohorts = {
  all(): Cohort[];
  /** Adds a listener to its cohort; `grid` is the byte at which its audio starts, null without metadata. */
  add(listener: Omit<Listener, 'cohort'>, grid: number | null, title: number): Listener;
  remove(listener: Listener): void;
  /** Merges cohorts that get the same bytes from now on. */
  merge(): void;
  size(): number;
};

/** The listeners of one station by cohort. */
export function createCohorts(): Cohorts {
  let cohorts: Cohort[] = [];
  let size = 0;

  const findOrCreate = (grid: number | null, title: number): Cohort => {
    const found = cohorts.find((cohort) => cohort.grid === grid && (grid === null || cohort.lastTitle === title));
    if (found) return found;
    const created: Cohort = { grid, lastTitle: title, listeners: new Set() };
    cohorts.push(created);
    return created;
  };
  const isTwin = (one: Cohort, other: Cohort): boolean => one.grid === other.grid && one.lastTitle === other.lastTitle;

  return {
    all: () => [...cohorts],
    add(newcomer, grid, title) {
      const cohort = findOrCreate(grid === null ? null : grid % metaint, title);
      const listener: Listener = { ...newcomer, cohort };
      cohort.listeners.add(listener);
      size += 1;
      return listener;
    },
    remove(listener) {
      if (!listener.cohort.listeners.delete(listener)) return;
      size -= 1;
      if (listener.cohort.listeners.size === 0) cohorts = cohorts.filter((cohort) => cohort !== listener.cohort);
    },
    merge() {
      const merged: Cohort[] = [];
      for (const cohort of cohorts) {
        const twin = merged.find((one) => one.grid !== null && isTwin(one, cohort));
        if (!twin) merged.push(cohort);
        else for (const listener of cohort.listeners) twin.listeners.add(((listener.cohort = twin), listener));
      }
      cohorts = merged;
    },
    size: () => size,
  };
}
