import type { PodcastVerdict } from '#contract/api/podcast-stats.ts';
import type { PodcastAgent } from '#server/engines/agents/port.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { ArrangedSpot, PinnedSpot } from '../delivery/arranged.service.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';

/** What one listener got of one episode within 24 hours of their first request. */
export type Listen = {
  began: number;
  /** Hash of the file that `ranges` belong to: bytes `[from, to)`, sorted and disjoint. */
  hash: string;
  ranges: [number, number][];
  /** The request that was counted. */
  counted_by: string | null;
};
/** `heard`: the promised spots whose bytes the listener has, once the download is counted. */
export type Judgement = {
  verdict: PodcastVerdict;
  reason: string;
  after: Listen | undefined;
  isDownload: boolean;
  heard: readonly PinnedSpot[];
};

/** Players request a byte or two to learn the length and whether ranges are supported. */
const probeBytes = 2;

/**
 * Judges whether a request is a download. A download counts once per listener, episode and 24 hours, when the distinct
 * audio bytes of all their requests, without those of spots, are enough. Never counted: HEAD, 304, 416, prefetches, bots,
 * watches (their phone fetches the same) and probes. `before` is what the listener got so far.
 */
export const judge = (slice: DeliveredSlice, agent: PodcastAgent, before: Listen | undefined): Judgement => {
  const excluded = exclusionOf(slice, agent);
  if (excluded) return { ...excluded, after: undefined, isDownload: false, heard: [] };
  const listen = withRange(currentListen(before, slice), slice);
  const heard = heardSpots(listen.ranges, slice.spots ?? []);
  if (listen.counted_by !== null) {
    const isSameRequest = listen.counted_by === slice.request;
    const reason = isSameRequest ? 'enough' : 'already counted for this listener within 24 hours';
    return { verdict: isSameRequest ? 'counted' : 'duplicate', reason, after: listen, isDownload: false, heard };
  }
  const got = ownBytes(listen.ranges, slice.spots ?? []);
  if (got < slice.enough)
    return { verdict: 'partial', reason: shareOf(got, slice), after: listen, isDownload: false, heard: [] };
  const after = { ...listen, counted_by: slice.request };
  return { verdict: 'counted', reason: 'enough', after, isDownload: true, heard };
};

const exclusionOf = (
  { method, status, prefetch, asked }: DeliveredSlice,
  agent: PodcastAgent,
): Pick<Judgement, 'verdict' | 'reason'> | undefined => {
  if (method === 'HEAD') return { verdict: 'head', reason: 'only the headers were requested' };
  if (status === 304) return { verdict: 'notModified', reason: 'the client already had it' };
  if (status === 416) return { verdict: 'refused', reason: 'the requested range is beyond the end of the file' };
  if (prefetch) return { verdict: 'prefetch', reason: 'preloaded by the browser' };
  if (agent.kind === 'bot') return { verdict: 'bot', reason: agent.app };
  if (agent.kind === 'watch') return { verdict: 'watch', reason: 'the paired phone is counted' };
  if (asked <= probeBytes) return { verdict: 'probe', reason: `only ${String(asked)} bytes were requested` };
  return undefined;
};

/** Starts over after 24 hours. A replaced file starts over too, but isn't counted again within that time. */
const currentListen = (before: Listen | undefined, { at, started, hash }: DeliveredSlice): Listen => {
  if (before === undefined || at - before.began >= dayMs) return { began: started, hash, ranges: [], counted_by: null };
  return before.hash === hash ? before : { ...before, hash, ranges: [] };
};

/** Adds the audio bytes of a slice, without tags. */
const withRange = (listen: Listen, { from, to, sound }: DeliveredSlice): Listen => {
  const begin = Math.max(from, sound);
  return to > begin ? { ...listen, ranges: mergeRange(listen.ranges, [begin, to]) } : listen;
};

const ownBytes = (ranges: Listen['ranges'], spots: readonly ArrangedSpot[]): number => {
  const all = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  const ofSpot = (spot: ArrangedSpot): number =>
    ranges.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, spot.to) - Math.max(from, spot.from)), 0);
  return all - spots.reduce((sum, spot) => sum + ofSpot(spot), 0);
};

const heardSpots = (ranges: Listen['ranges'], spots: readonly ArrangedSpot[]): PinnedSpot[] =>
  spots.flatMap(({ from, to, pinned }) =>
    pinned && ranges.some(([begin, end]) => begin <= from && end >= to) ? [pinned] : [],
  );

const mergeRange = (ranges: readonly [number, number][], added: [number, number]): [number, number][] => {
  let [from, to] = added;
  const apart = ranges.filter(([begin, end]) => end < from || begin > to);
  for (const [begin, end] of ranges)
    if (end >= added[0] && begin <= added[1]) [from, to] = [Math.min(from, begin), Math.max(to, end)];
  return [...apart, [from, to] as [number, number]].sort(([one], [other]) => one - other);
};

const shareOf = (got: number, { enough }: DeliveredSlice): string =>
  `${String(Math.floor((got * 100) / enough))} % of the required audio`;
