import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { StationLive } from './session.ts';

/** Something a station played; `title` is all of it as encoders write it ("Artist - Title"). */
export const Played = z.object({
  title: z.string(),
  artist: z.string(),
  track: z.string(),
  /** The address of its picture, else of the station's; null without one. */
  artwork: z.nullable(z.string()),
  started: z.nullable(z.string()),
});
export type Played = z.infer<typeof Played>;

/** What anybody may know of a station on the air. */
export const NowPlaying = z.extend(Played, {
  mount: z.string(),
  name: z.string(),
  on_air: z.boolean(),
  live: z.boolean(),
  source: StationLive.shape.source,
  album: z.string(),
  /** Seconds; null for what nobody knows the end of. */
  duration: z.nullable(z.number()),
  /** Null where the station keeps it to itself. */
  listeners: z.nullable(z.number()),
  /** What was played before, the latest first. */
  history: z.array(Played),
  stream_url: z.string(),
  /** Null where the station isn't heard by HLS. */
  hls_url: z.nullable(z.string()),
  /** In AAC and at a lower bit rate; null where it isn't. */
  aac_url: z.nullable(z.string()),
  low_url: z.nullable(z.string()),
  m3u_url: z.string(),
  pls_url: z.string(),
});
export type NowPlaying = z.infer<typeof NowPlaying>;

const Mount = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'Not a mount.'));

export const live = {
  nowPlaying: endpoint('GET live/{mount}', {
    base: 'root',
    access: 'open',
    summary: 'What a station plays now; as it changes, too, for who accepts text/event-stream',
    params: { mount: Mount },
    returns: NowPlaying,
    cacheSeconds: 1,
    spec: 'own',
  }),
  follow: endpoint('GET live/{mount}/events', {
    base: 'root',
    access: 'open',
    summary: 'What a station plays, as it changes',
    params: { mount: Mount },
    returns: { raw: 'events', events: { playing: NowPlaying } },
    spec: 'own',
  }),
};
