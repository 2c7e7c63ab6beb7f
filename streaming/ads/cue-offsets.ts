import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod/mini';
import type { CueOffset } from '#contract/api/audio-ads.ts';
import { writeAtomically } from '#streaming/snapshot/atomic-file.ts';

/** How far the cues of encoders are from the boundaries in their sound, by station, kept over restarts. */
export type CueOffsets = {
  /** Those of the last cues, ms; positive where the boundary comes after the cue. */
  of(station: string): readonly number[];
  add(station: string, ms: number): void;
};

/** How far from a cue the boundary is looked for, ms. */
export const cueSearchMs = 1500;
/** Cues that count, and how many are needed. */
const [most, fewest] = [20, 5];
/** Stations that are remembered, those whose last cue is longest ago forgotten first. */
const mostStations = 5000;

/** What is learnt from a station's cues: the middle of the last 20, once there are five, and how far half of them are from it. */
export const learntOffset = (offsets: readonly number[]): CueOffset => {
  const middle = medianOf(offsets);
  if (middle === undefined || offsets.length < fewest) return { ms: null, spreadMs: null, cues: offsets.length };
  const spread = medianOf(offsets.map((one) => Math.abs(one - middle)))!;
  return { ms: middle, spreadMs: spread, cues: offsets.length };
};

export const openCueOffsets = (path: string, failed: (error: unknown) => void): CueOffsets => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const stations = new Map(Object.entries(load(path, failed)));
  let saving: Promise<void> | undefined;
  let isChanged = false;

  const save = async (): Promise<void> => {
    while (isChanged) {
      isChanged = false;
      await writeAtomically(path, JSON.stringify(Object.fromEntries(stations)));
    }
  };
  return {
    of: (station) => stations.get(station) ?? [],
    add(station, ms) {
      const offsets = [...(stations.get(station) ?? []), ms].slice(-most);
      stations.delete(station);
      stations.set(station, offsets);
      const [oldest] = stations.size > mostStations ? stations.keys() : [];
      if (oldest !== undefined) stations.delete(oldest);
      isChanged = true;
      saving ??= save()
        .catch(failed)
        .finally(() => (saving = undefined));
    },
  };
};

const medianOf = (numbers: readonly number[]): number | undefined =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const Stored = z.record(z.string(), z.array(z.number()));

const load = (path: string, failed: (error: unknown) => void): Record<string, number[]> => {
  try {
    return Stored.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    // Without it the offsets are learnt again.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') failed(error);
    return {};
  }
};
