import type { PodcastVerdict } from '#contract/podcast-stats.ts';
import type { PodcastAgent } from '#server/engines/agents/port.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';

/** What one listener got of one episode on the day that began with their first request. */
export type Listen = {
  began: number;
  /** The file that `ranges` are of: bytes `[from, to)`, in order, apart from each other. */
  hash: string;
  ranges: [number, number][];
  /** The request that was counted. */
  counted_by: string | null;
};
export type Judged = { verdict: PodcastVerdict; reason: string; after: Listen | undefined; isDownload: boolean };

const dayMs = 24 * 3_600_000;
/** Players ask for a byte or two to learn of ranges and the length. */
const probeBytes = 2;

/**
 * Whether what a request got is a download. Counted once for a listener, an episode and 24 hours: when the bytes of
 * sound they got by all their requests, each byte once, are enough. Never counted: HEAD, what had nothing to send,
 * prefetches, bots, watches (their phone asks for the same), probes. `before` is what the listener got until now.
 */
export const judge = (slice: DeliveredSlice, agent: PodcastAgent, before: Listen | undefined): Judged => {
  const excluded = excludes(slice, agent);
  if (excluded) return { ...excluded, after: undefined, isDownload: false };
  const listen = withRange(current(before, slice), slice);
  if (listen.counted_by !== null) {
    const own = listen.counted_by === slice.request;
    const reason = own ? 'enough' : 'this listener was counted within 24 hours';
    return { verdict: own ? 'counted' : 'duplicate', reason, after: listen, isDownload: false };
  }
  const got = listen.ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  if (got < slice.enough) return { verdict: 'partial', reason: shareOf(got, slice), after: listen, isDownload: false };
  const after = { ...listen, counted_by: slice.request };
  return { verdict: 'counted', reason: 'enough', after, isDownload: true };
};

const excludes = (
  { method, status, prefetch, asked }: DeliveredSlice,
  agent: PodcastAgent,
): Pick<Judged, 'verdict' | 'reason'> | undefined => {
  if (method === 'HEAD') return { verdict: 'head', reason: 'asked for the headers only' };
  if (status === 304) return { verdict: 'notModified', reason: 'had it already' };
  if (status === 416) return { verdict: 'refused', reason: 'asked for what is not in the file' };
  if (prefetch) return { verdict: 'prefetch', reason: 'loaded ahead, by nobody’s choice' };
  if (agent.kind === 'bot') return { verdict: 'bot', reason: agent.app };
  if (agent.kind === 'watch') return { verdict: 'watch', reason: 'its phone is counted' };
  if (asked <= probeBytes) return { verdict: 'probe', reason: `asked for ${String(asked)} of the bytes` };
  return undefined;
};

/** A new day begins anew; another file begins anew too, but isn't counted again that day. */
const current = (before: Listen | undefined, { at, started, hash }: DeliveredSlice): Listen => {
  if (before === undefined || at - before.began >= dayMs) return { began: started, hash, ranges: [], counted_by: null };
  return before.hash === hash ? before : { ...before, hash, ranges: [] };
};

/** With the sound of this slice, the tags before it left out. */
const withRange = (listen: Listen, { from, to, sound }: DeliveredSlice): Listen => {
  const begin = Math.max(from, sound);
  return to > begin ? { ...listen, ranges: united(listen.ranges, [begin, to]) } : listen;
};

const united = (ranges: readonly [number, number][], added: [number, number]): [number, number][] => {
  let [from, to] = added;
  const apart = ranges.filter(([begin, end]) => end < from || begin > to);
  for (const [begin, end] of ranges)
    if (end >= added[0] && begin <= added[1]) [from, to] = [Math.min(from, begin), Math.max(to, end)];
  return [...apart, [from, to] as [number, number]].sort(([one], [other]) => one - other);
};

const shareOf = (got: number, { enough }: DeliveredSlice): string =>
  `${String(Math.floor((got * 100) / enough))} % of what is enough`;
