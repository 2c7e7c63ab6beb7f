import type { AccountKey, EpisodeKey, PodcastKey } from '#contract/keys.ts';

/**
 * A stretch of an episode's file that a request got, as it is written down: one at the request's end, and while it
 * lasts one each second, so that a death of the process takes no more than that. Times are ms since the epoch.
 */
export type DeliveredSlice = {
  type: 'delivered';
  /** The request, and the number of this slice within it. */
  request: string;
  n: number;
  last: boolean;
  started: number;
  at: number;
  account: AccountKey;
  podcast: PodcastKey;
  episode: EpisodeKey;
  /** Of the file's bytes: another file has another. */
  hash: string;
  size: number;
  /** Where sound begins behind the tags, and how many bytes of it make a download. */
  sound: number;
  enough: number;
  method: 'GET' | 'HEAD';
  status: number;
  /** Bytes that were asked for. */
  asked: number;
  /** Bytes `[from, to)` of the file were handed over. */
  from: number;
  to: number;
  ip: string;
  user_agent: string;
  referer: string;
  /** The browser said that nobody asked for it yet. */
  prefetch: boolean;
};

/** Slices of one request that follow each other, as one; a batch has many of those that take long. */
export const joinSlices = (slices: readonly DeliveredSlice[]): DeliveredSlice[] => {
  const joined: DeliveredSlice[] = [];
  const places = new Map<string, number>();
  for (const slice of slices) {
    const place = places.get(slice.request);
    const before = place === undefined ? undefined : joined[place];
    if (place !== undefined && before?.to === slice.from) {
      joined[place] = { ...slice, n: before.n, from: before.from };
      continue;
    }
    places.set(slice.request, joined.length);
    joined.push(slice);
  }
  return joined;
};
