import type { AutoDjItem } from '#contract/engine/engine.ts';
import type { ListPosition, TrackList } from './track-list.ts';

type TrackKey = AutoDjItem['key'];

/** When a barred track was last played (ms); undefined for a track that may play. */
export type Barred = (item: AutoDjItem) => number | undefined;
/** `isBarred`: every track of the list is, and this is the one that was played least recently. */
export type Pick = { item: AutoDjItem; place: ListPosition; isMoved: boolean; isBarred?: true };

type Candidate = { item: AutoDjItem; place: ListPosition; isMoved: boolean; played: number };

/** How many tracks may be deferred; beyond that the oldest one plays. */
const maxDeferred = 400;

/**
 * Picks the next track of a list. A barred track is deferred and returns as soon as it may play; when all are barred,
 * the least recently played one plays. Undefined for an empty list.
 */
export const pick = (list: TrackList, place: ListPosition, barred: Barred | undefined): Pick | undefined => {
  if (list.length() === 0) return undefined;
  if (!barred) return follow(list, place);
  const waiting = comeBack(list, place, barred);
  if (waiting.found) return waiting.found;
  const ahead = lookAhead(list, place, barred);
  if (ahead.found) return ahead.found;
  const least = oldest([...waiting.candidates, ...ahead.candidates]);
  return least ? { ...least, isBarred: true } : follow(list, place);
};

const follow = (list: TrackList, place: ListPosition): Pick | undefined => {
  const index = place.index + 1;
  const round = index < list.length() ? place.round : place.round + 1;
  const at = index < list.length() ? index : 0;
  const item = list.order(round)[at];
  return item && { item, place: { ...place, track: item.key, index: at, round }, isMoved: false };
};

const comeBack = (list: TrackList, place: ListPosition, barred: Barred): { found?: Pick; candidates: Candidate[] } => {
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
};

/** Looks through the rest of this round and all of the next one, as long as more tracks may be deferred. */
const lookAhead = (list: TrackList, from: ListPosition, barred: Barred): { found?: Pick; candidates: Candidate[] } => {
  const candidates: Candidate[] = [];
  const deferred: TrackKey[] = [...from.deferred];
  const waiting = new Set<TrackKey>(deferred);
  for (let step = 1; step <= 2 * list.length() && deferred.length < maxDeferred; step++) {
    const passed = from.index + step;
    const round = from.round + Math.floor(passed / list.length());
    if (round > from.round + 1) break;
    const index = passed % list.length();
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
};

const oldest = (candidates: Candidate[]): Pick | undefined =>
  candidates.reduce<Candidate | undefined>(
    (least, one) => (least && least.played <= one.played ? least : one),
    undefined,
  );
