import type { AutoDjItem } from '#contract/engine.ts';
import type { ListPlace, TrackList } from './track-list.ts';

type TrackKey = AutoDjItem['key'];

/** When a track that must not come yet was played last (ms); undefined for one that may come. */
export type Barred = (item: AutoDjItem) => number | undefined;
export type Pick = { item: AutoDjItem; place: ListPlace; isMoved: boolean };

type Candidate = { item: AutoDjItem; place: ListPlace; isMoved: boolean; played: number };

/** How many tracks may wait to come back; with more, the oldest plays. */
const mostDeferred = 400;

/**
 * What comes next in a list. A track that is barred is passed over and comes back as soon as it may; where all are
 * barred, the one that was heard longest ago plays. Undefined for an empty list.
 */
export function pick(list: TrackList, place: ListPlace, barred: Barred | undefined): Pick | undefined {
  if (list.length === 0) return undefined;
  if (!barred) return follow(list, place);
  const waiting = comeBack(list, place, barred);
  if (waiting.found) return waiting.found;
  const ahead = lookAhead(list, place, barred);
  if (ahead.found) return ahead.found;
  return oldest([...waiting.candidates, ...ahead.candidates]) ?? follow(list, place);
}

function follow(list: TrackList, place: ListPlace): Pick | undefined {
  const index = place.index + 1;
  const round = index < list.length ? place.round : place.round + 1;
  const at = index < list.length ? index : 0;
  const item = list.order(round)[at];
  return item && { item, place: { ...place, track: item.key, index: at, round }, isMoved: false };
}

function comeBack(list: TrackList, place: ListPlace, barred: Barred): { found?: Pick; candidates: Candidate[] } {
  const candidates: Candidate[] = [];
  for (const key of place.deferred) {
    const item = list.byKey().get(key);
    if (!item) continue;
    const deferred = place.deferred.filter((other) => other !== key);
    const one = { item, place: { ...place, deferred }, isMoved: true };
    const played = barred(item);
    if (played === undefined) return { found: one, candidates };
    candidates.push({ ...one, played });
  }
  return { candidates };
}

/** Through the rest of this round and the whole of the next one, as far as there is room for what is passed over. */
function lookAhead(list: TrackList, from: ListPlace, barred: Barred): { found?: Pick; candidates: Candidate[] } {
  const candidates: Candidate[] = [];
  const deferred: TrackKey[] = [...from.deferred];
  const waiting = new Set<TrackKey>(deferred);
  for (let step = 1; step <= 2 * list.length && deferred.length < mostDeferred; step++) {
    const passed = from.index + step;
    const round = from.round + Math.floor(passed / list.length);
    if (round > from.round + 1) break;
    const index = passed % list.length;
    const item = list.order(round)[index]!;
    if (waiting.has(item.key)) continue;
    const place = { track: item.key, index, round, deferred: deferred.slice() };
    const isMoved = deferred.length > from.deferred.length;
    const played = barred(item);
    if (played === undefined) return { found: { item, place, isMoved }, candidates };
    candidates.push({ item, place, isMoved, played });
    deferred.push(item.key);
    waiting.add(item.key);
  }
  return { candidates };
}

function oldest(candidates: Candidate[]): Pick | undefined {
  return candidates.reduce<Candidate | undefined>(
    (least, one) => (least && least.played <= one.played ? least : one),
    undefined,
  );
}
