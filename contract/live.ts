import * as z from 'zod/mini';
import { endpoint } from './http.ts';

/** What anybody may know of a station on the air. */
export const NowPlaying = z.object({
  mount: z.string(),
  name: z.string(),
  on_air: z.boolean(),
  live: z.boolean(),
  title: z.string(),
  artist: z.string(),
  track: z.string(),
  started: z.nullable(z.string()),
  stream_url: z.string(),
});
export type NowPlaying = z.infer<typeof NowPlaying>;

const Mount = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'Not a mount.'));

export const live = {
  nowPlaying: endpoint('GET live/{mount}', {
    base: 'root',
    access: 'open',
    summary: 'What a station plays now',
    params: { mount: Mount },
    returns: NowPlaying,
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
