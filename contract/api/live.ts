import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { Mount } from '../rules/mount.ts';
import { StationLive } from './session.ts';

/** A track that a station played; `title` is the full text as encoders send it ("Artist - Title"). */
export const PlayedTrack = z.object({
  title: z.string(),
  artist: z.string(),
  track: z.string(),
  /** URL of its picture, else of the presenter's on the air, else of the station's; null without any. */
  artwork: z.nullable(z.string()),
  started: z.nullable(z.string()),
});
export type PlayedTrack = z.infer<typeof PlayedTrack>;

/** The public data of a station on the air. */
export const NowPlaying = z.extend(PlayedTrack, {
  mount: z.string(),
  name: z.string(),
  on_air: z.boolean(),
  live: z.boolean(),
  source: StationLive.shape.source,
  /** Who is on the air, with the URL of their picture; null without a presenter. */
  presenter: z.nullable(z.object({ name: z.string(), picture: z.nullable(z.string()) })),
  /** URL of the station's logo at up to 512 × 512; null without one. */
  logo_512: z.nullable(z.string()),
  album: z.string(),
  /** Whether listeners can request songs now (contract/api/song-requests.ts). */
  requests: z.boolean(),
  /** Seconds; null if the length is unknown. */
  duration: z.nullable(z.number()),
  /** Null if the station doesn't publish it. */
  listeners: z.nullable(z.number()),
  /** Previously played, latest first. */
  history: z.array(PlayedTrack),
  stream_url: z.string(),
  /** Null without HLS. */
  hls_url: z.nullable(z.string()),
  /** In AAC and at a lower bit rate; null without it. */
  aac_url: z.nullable(z.string()),
  low_url: z.nullable(z.string()),
  m3u_url: z.string(),
  pls_url: z.string(),
  /** The milliseconds of audio that a new listener gets at once. */
  burst_ms: z.number(),
  /** The server's clock when it sent this. */
  now: z.string(),
});
export type NowPlaying = z.infer<typeof NowPlaying>;

/** At most this many mounts can be followed together. */
const mountsAtMost = 20;
const Mounts = z
  .string()
  .check(
    z.regex(/^[A-Za-z0-9_-]{1,100}(,[A-Za-z0-9_-]{1,100}){0,19}$/, `Not 1 to ${mountsAtMost} mounts, with commas.`),
  );

export const live = {
  several: endpoint('GET live', {
    base: 'root',
    access: 'open',
    summary: 'What several stations play now, in the order of their mounts, without unknown ones',
    query: { mounts: Mounts },
    returns: z.array(NowPlaying),
    cacheSeconds: 2,
    spec: 'own',
  }),
  followSeveral: endpoint('GET live/events', {
    base: 'root',
    access: 'open',
    summary: 'What several stations play, as one event stream',
    query: { mounts: Mounts },
    returns: { raw: 'events', events: { playing: NowPlaying } },
    spec: 'own',
  }),
  nowPlaying: endpoint('GET live/{mount}', {
    base: 'root',
    access: 'open',
    summary: 'What a station plays now; with Accept: text/event-stream also every change',
    params: { mount: Mount },
    returns: NowPlaying,
    cacheSeconds: 1,
    spec: 'own',
  }),
  follow: endpoint('GET live/{mount}/events', {
    base: 'root',
    access: 'open',
    summary: 'What a station plays, as an event stream',
    params: { mount: Mount },
    returns: { raw: 'events', events: { playing: NowPlaying } },
    spec: 'own',
  }),
};
