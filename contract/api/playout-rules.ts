import * as z from 'zod/mini';
import { PlayEvent } from '../engine/engine.ts';
import { endpoint } from './http.ts';
import { TrackKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { AutoDjTrack } from './playout.ts';

const whole = (max: number) => z.number().check(z.int(), z.gte(0), z.lte(max));

/** Playback rules of the Auto DJ. The crossfades are those of `radio_server_settings`, in ms; 0 turns each off. */
export const AutoDjSettings = z.object({
  /** Tracks between jingles. */
  jingle_every: whole(100),
  /** Minimum time before an artist or title repeats, minutes. */
  artist_minutes: whole(24 * 60),
  title_minutes: whole(7 * 24 * 60),
  mix_offset: whole(20_000),
  mix_speed: whole(20_000),
});
export type AutoDjSettings = z.infer<typeof AutoDjSettings>;

const Jingles = z.object({ jingles: z.array(AutoDjTrack) });
const TrackList = z.object({ tracks: z.array(TrackKey).check(z.minLength(1), z.maxLength(1000)) });

/** A play, and the reason for it as text. */
export const LoggedPlay = z.object({
  at: z.string(),
  source: PlayEvent.shape.source,
  /** Key in the library; null for other sources. */
  track: z.nullable(z.string()),
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  /** Why it was skipped; '' if it played. */
  skipped: z.string(),
  /** The engine's code for it (contract/engine/engine.ts). */
  why: z.string(),
  reason: z.string(),
});
export type LoggedPlay = z.infer<typeof LoggedPlay>;

export const playoutRules = {
  rules: endpoint('GET stations/{key}/auto_dj/rules', {
    access: 'station.readLibrary',
    summary: 'The playback rules of the {AutoDJ}: jingles, separation, crossfade',
    returns: AutoDjSettings,
    spec: 'own',
  }),
  setRules: endpoint('PUT stations/{key}/auto_dj/rules', {
    access: 'station.playout',
    summary: 'Change the playback rules of the {AutoDJ}, from the next track on',
    body: AutoDjSettings,
    returns: AutoDjSettings,
    spec: 'own',
    changes: ['stations/{key}'],
  }),
  jingles: endpoint('GET stations/{key}/auto_dj/jingles', {
    access: 'station.readLibrary',
    summary: 'The jingles of a station, in order',
    returns: Jingles,
    spec: 'own',
  }),
  addJingles: endpoint('POST stations/{key}/auto_dj/jingles', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write' },
    summary: 'Turn tracks into jingles; they are removed from the playlist',
    body: TrackList,
    returns: Jingles,
    spec: 'own',
    changes: ['stations/{key}/auto_dj'],
  }),
  removeJingles: endpoint('DELETE stations/{key}/auto_dj/jingles', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write' },
    summary: 'Stop using tracks as jingles; they stay in the library',
    body: TrackList,
    returns: Jingles,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  log: endpoint('GET stations/{key}/auto_dj/log', {
    access: 'station.readLibrary',
    summary: 'The play history of the last 31 days, latest first, with reasons',
    query: {
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), limits.logPage),
      search: z.optional(z.string().check(z.maxLength(200))),
    },
    returns: z.object({ plays: z.array(LoggedPlay), total: z.number() }),
    spec: 'own',
  }),
};
