import * as z from 'zod/mini';
import { PlayEvent } from './engine.ts';
import { endpoint } from './http.ts';
import { TrackKey } from './keys.ts';
import { limits } from './limits.ts';
import { AutoDjTrack } from './playout.ts';
import { DayPartHours } from './week.ts';

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

const Name = z.string().check(z.trim(), z.minLength(1, 'This field is required'), z.maxLength(60));

/** Hours of the week, in the station's time zone, in which other tracks play than the playlist's. */
export const NewDayPart = z.extend(DayPartHours, {
  name: Name,
  tracks: z.array(TrackKey).check(z.minLength(1, 'Please choose tracks.'), z.maxLength(limits.dayPartTracks)),
});
export type NewDayPart = z.infer<typeof NewDayPart>;

/** A daypart in the week view; `duration` of all its tracks, seconds. */
export const DayPartRow = z.object({
  id: z.string(),
  name: z.string(),
  days: z.array(z.number()),
  from: z.number(),
  to: z.number(),
  tracks_count: z.number(),
  duration: z.number(),
});
export type DayPartRow = z.infer<typeof DayPartRow>;
const DayPartDetail = z.extend(DayPartRow, { tracks: z.array(AutoDjTrack) });
const partId = { id: z.uuid() };

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
  /** The engine's code for it (contract/engine.ts). */
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
  }),
  removeJingles: endpoint('DELETE stations/{key}/auto_dj/jingles', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write' },
    summary: 'Stop using tracks as jingles; they stay in the library',
    body: TrackList,
    returns: Jingles,
    spec: 'own',
  }),
  dayParts: endpoint('GET stations/{key}/auto_dj/day_parts', {
    access: 'station.readLibrary',
    summary: 'The dayparts of a station, and its time zone',
    returns: z.object({ timezone: z.string(), day_parts: z.array(DayPartRow) }),
    spec: 'own',
  }),
  dayPart: endpoint('GET stations/{key}/auto_dj/day_parts/{id}', {
    access: 'station.readLibrary',
    summary: 'A daypart with its tracks',
    params: partId,
    returns: DayPartDetail,
    spec: 'own',
  }),
  addDayPart: endpoint('POST stations/{key}/auto_dj/day_parts', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.read' },
    summary: 'Add a daypart: other tracks at set hours of the week',
    body: NewDayPart,
    returns: DayPartDetail,
    status: 201,
    spec: 'own',
  }),
  changeDayPart: endpoint('PUT stations/{key}/auto_dj/day_parts/{id}', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.read' },
    summary: 'Change a daypart: its name, hours and tracks',
    params: partId,
    body: NewDayPart,
    returns: DayPartDetail,
    spec: 'own',
  }),
  removeDayPart: endpoint('DELETE stations/{key}/auto_dj/day_parts/{id}', {
    access: 'station.playout',
    summary: 'Remove a daypart; its tracks stay in the library',
    params: partId,
    status: 204,
    spec: 'own',
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
