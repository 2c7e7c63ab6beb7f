import { sweepStep } from '#server/domains/fleet/testing/sweep.ts';
import type { EngineId } from './engines-on-hosts.ts';
import { windowMs, type HeardWindow } from './marked-track.ts';

/** A batch is four windows; a single one can be a cut that sounds like another engine. */
const windowsAtLeast = 2;
/** Less is the uncertainty of the measure; a batch is more. */
const lostAtLeastS = 0.4;

export type Judged = {
  /** The engines in the order in which they were heard. */
  owners: EngineId[];
  /** How far the track jumped where the engine changed, s; negative: back. */
  jumps: number[];
  /** Sound that one engine's part lacks or has twice, s. */
  lostS: number;
  /** Sound that is of no engine, as at cuts, ms. */
  strayMs: number;
};

/** One engine's sound: the first and the last window, and their places in the sweep. */
type Part = { owner: EngineId; first: number; last: number; from: number; to: number };
type Place = { window: number; at: number };

/** Whose sound a recording has, and where it does not go on. */
export const judgeSound = (windows: readonly HeardWindow[]): Judged => {
  const parts = partsOf(windows);
  const lost = parts.map(({ first, last, from, to }) => Math.abs(sweepStep(from + secondsOf(last - first), to)));
  return {
    owners: parts.map(({ owner }) => owner),
    jumps: parts.slice(1).map(({ from }, before) => sweepStep(parts[before]!.to, from)),
    lostS: lost.filter((one) => one >= lostAtLeastS).reduce((sum, one) => sum + one, 0),
    strayMs: windows.filter(({ owner }) => owner === undefined).length * windowMs,
  };
};

const secondsOf = (windows: number): number => (windows * windowMs) / 1000;

const partsOf = (windows: readonly HeardWindow[]): Part[] => {
  const parts: Part[] = [];
  for (let start = 0, end = 0; start < windows.length; start = end) {
    const { owner } = windows[start]!;
    for (end = start; end < windows.length && windows[end]!.owner === owner;) end += 1;
    if (owner === undefined || end - start < windowsAtLeast) continue;
    const places = steadyPlaces(windows, start, end);
    const [first, last] = [places[0], places.at(-1)];
    if (!first || !last) continue;
    const before = parts.at(-1);
    if (before?.owner === owner) Object.assign(before, { last: last.window, to: last.at });
    else parts.push({ owner, first: first.window, last: last.window, from: first.at, to: last.at });
  }
  return parts;
};

/** Without windows that a cut made unreadable: a place counts if the one before or after it agrees. */
const steadyPlaces = (windows: readonly HeardWindow[], start: number, end: number): Place[] => {
  const places: Place[] = [];
  for (let window = start; window < end; window += 1) {
    const at = windows[window]!.at;
    if (at !== undefined) places.push({ window, at });
  }
  const doAgree = (one: Place | undefined, other: Place | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    Math.abs(sweepStep(one.at + secondsOf(other.window - one.window), other.at)) < lostAtLeastS;
  return places.filter((place, at) => doAgree(places[at - 1], place) || doAgree(place, places[at + 1]));
};

/**
 * Whether these are the engines that had the station, in that order: each once, and none again. The last one may be missing, if the
 * station moved as the listener was leaving.
 */
export const isAsPlaced = (owners: readonly EngineId[], placed: readonly EngineId[], isLastLate: boolean): boolean => {
  const isSame = (other: readonly EngineId[]): boolean =>
    owners.length === other.length && owners.every((one, at) => one === other[at]);
  return isSame(placed) || (isLastLate && isSame(placed.slice(0, -1)));
};
