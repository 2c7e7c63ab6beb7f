import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { ArrangedSpot } from './arranged.service.ts';

/**
 * A byte range of an episode's file that a request got, as recorded: one at the request's end, and one per second
 * before that, so that a crash loses at most a second. Times are ms since the epoch.
 */
export type DeliveredSlice = {
  type: 'delivered';
  /** Id of the request, and the number of this slice within it. */
  request: string;
  n: number;
  last: boolean;
  started: number;
  at: number;
  account: AccountKey;
  podcast: PodcastKey;
  episode: EpisodeKey;
  /** Of the file's content, so it identifies the version. */
  hash: string;
  size: number;
  /** Offset of the audio behind the tags, and how many audio bytes make a download. */
  sound: number;
  enough: number;
  method: 'GET' | 'HEAD';
  status: number;
  /** Bytes requested. */
  asked: number;
  /** Bytes `[from, to)` of the file were sent. */
  from: number;
  to: number;
  ip: string;
  user_agent: string;
  referer: string;
  /** The browser marked the request as a prefetch. */
  prefetch: boolean;
  /** The spots of an episode that has some. */
  spots?: readonly ArrangedSpot[];
};

/** Merges consecutive slices of a request into one; a long download leaves many of them in a batch. */
export const joinSlices = (slices: readonly DeliveredSlice[]): DeliveredSlice[] => {
  const joined: DeliveredSlice[] = [];
  const indexes = new Map<string, number>();
  for (const slice of slices) {
    const index = indexes.get(slice.request);
    const before = index === undefined ? undefined : joined[index];
    if (index !== undefined && before?.to === slice.from) {
      joined[index] = { ...slice, n: before.n, from: before.from };
      continue;
    }
    indexes.set(slice.request, joined.length);
    joined.push(slice);
  }
  return joined;
};
