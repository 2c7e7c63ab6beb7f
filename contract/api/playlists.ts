import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { TrackKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { AutoDjTrack } from './playout.ts';
import { TrackTag } from './track-tag.ts';
import { DayPartHours } from '../rules/week.ts';

/* The playlists of a station beside its own one (contract/api/playout.ts): they share the time of the Auto DJ, or play alone in hours. */

const weightText = `A whole number from 1 to ${limits.playlistWeight}.`;
const weight = (min: number, message: string) =>
  z.number(message).check(z.int(message), z.gte(min, message), z.lte(limits.playlistWeight, message));

const fields = {
  name: z.string().check(z.trim(), z.minLength(1, 'This field is required'), z.maxLength(60)),
  /** Its share of the tracks is its weight, divided by the sum of those that play. */
  weight: weight(1, weightText),
  /** Otherwise it never plays. */
  enabled: z.boolean(),
  shuffle: z.boolean(),
  /** Whether it plays alone in its hours, instead of sharing them with the others. */
  exclusive: z.boolean(),
  /** When it plays, in the station's time zone; always without any. */
  hours: z.array(DayPartHours).check(z.maxLength(limits.playlistHours, 'Too many times.')),
  /** Whether its tracks are picked by hand, or found by tags. */
  content: z.enum(['tracks', 'tags']),
  /** In their order; only those picked by hand. */
  tracks: z
    .array(TrackKey)
    .check(z.maxLength(limits.playlistEntries, `At most ${limits.playlistEntries.toLocaleString('en')} tracks.`)),
  tags: z.array(TrackTag).check(z.maxLength(limits.playlistTags, `At most ${limits.playlistTags} tags.`)),
  /** Whether a track needs one of the tags or all of them. */
  match: z.enum(['any', 'all']),
};

export const NewPlaylist = z.object(fields);
export type NewPlaylist = z.infer<typeof NewPlaylist>;

/** Fields that are left out stay unchanged. */
const PlaylistChange = z.partial(NewPlaylist);
export type PlaylistChange = z.infer<typeof PlaylistChange>;

/** What is wrong with the fields of a playlist together, by field. */
export const playlistProblems = (playlist: Omit<NewPlaylist, 'name' | 'weight'>): Record<string, string> => {
  const { content, tracks, tags, exclusive, hours } = playlist;
  const zero = hours.findIndex(({ from, to }) => from === to);
  return {
    ...(content === 'tracks' && tracks.length === 0 && { tracks: 'Please choose tracks.' }),
    ...(content === 'tags' && tags.length === 0 && { tags: 'Please choose tags.' }),
    ...(exclusive && hours.length === 0 && { hours: 'Please add the hours in which it plays alone.' }),
    ...(zero >= 0 && { [`hours.${zero}.to`]: 'Start and end must differ.' }),
  };
};

/** A playlist in the list; `duration` of all its tracks, seconds. */
export const PlaylistRow = z.object({
  id: z.string(),
  name: z.string(),
  weight: z.number(),
  enabled: z.boolean(),
  shuffle: z.boolean(),
  exclusive: z.boolean(),
  hours: z.array(z.object({ days: z.array(z.number()), from: z.number(), to: z.number() })),
  content: fields.content,
  tags: z.array(z.string()),
  match: fields.match,
  tracks_count: z.number(),
  duration: z.number(),
});
export type PlaylistRow = z.infer<typeof PlaylistRow>;

/** With the tracks that it plays, also those found by tags. */
const PlaylistDetail = z.extend(PlaylistRow, { tracks: z.array(AutoDjTrack) });
export type PlaylistDetail = z.infer<typeof PlaylistDetail>;

/** The playlists of a station; `own` is the one of contract/api/playout.ts, which plays alone without any others. */
export const Playlists = z.object({
  timezone: z.string(),
  own: z.object({ weight: z.number(), tracks_count: z.number(), duration: z.number() }),
  playlists: z.array(PlaylistRow),
});
export type Playlists = z.infer<typeof Playlists>;

/** The hours of several playlists, which may exchange them. */
export const PlaylistHours = z.object({
  playlists: z
    .array(z.object({ id: z.uuid(), hours: fields.hours }))
    .check(z.minLength(1), z.maxLength(limits.playlists)),
});
export type PlaylistHours = z.infer<typeof PlaylistHours>;

const one = { id: z.uuid() };

export const playlists = {
  playlists: endpoint('GET stations/{key}/auto_dj/playlists', {
    access: 'station.readLibrary',
    summary: 'The playlists of a station, and its time zone',
    returns: Playlists,
    spec: 'own',
  }),
  playlist: endpoint('GET stations/{key}/auto_dj/playlists/{id}', {
    access: 'station.readLibrary',
    summary: 'A playlist with its tracks',
    params: one,
    returns: PlaylistDetail,
    spec: 'own',
  }),
  addPlaylist: endpoint('POST stations/{key}/auto_dj/playlists', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.read' },
    summary: 'Add a playlist that shares the time of the {AutoDJ}, or plays alone in hours of the week',
    body: NewPlaylist,
    returns: PlaylistDetail,
    status: 201,
    spec: 'own',
    changes: ['stations/{key}/auto_dj/playlists'],
  }),
  changePlaylist: endpoint('PUT stations/{key}/auto_dj/playlists/{id}', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.read' },
    summary: 'Change a playlist, from the next track on; omitted fields stay unchanged',
    params: one,
    body: PlaylistChange,
    returns: PlaylistDetail,
    spec: 'own',
    changes: ['stations/{key}/auto_dj/playlists'],
  }),
  removePlaylist: endpoint('DELETE stations/{key}/auto_dj/playlists/{id}', {
    access: 'station.playout',
    summary: 'Remove a playlist; its tracks stay in the library',
    params: one,
    status: 204,
    spec: 'own',
    changes: ['stations/{key}/auto_dj/playlists'],
  }),
  setPlaylistHours: endpoint('PUT stations/{key}/auto_dj/playlist_hours', {
    access: 'station.playout',
    summary: 'Change the hours of several playlists together, as they are dragged in the calendar',
    body: PlaylistHours,
    returns: Playlists,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  setPlaylistWeight: endpoint('PUT stations/{key}/auto_dj/playlist_weight', {
    access: 'station.playout',
    summary: "Change the weight of the station's own playlist; with 0 it plays only when no other one does",
    body: z.object({ weight: weight(0, `A whole number from 0 to ${limits.playlistWeight}.`) }),
    returns: Playlists,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};

/** The share of each playlist in percent while all of these play, by ID; that of the station's own one by `own`. */
export const sharesOf = ({ own, playlists: rows }: Pick<Playlists, 'own' | 'playlists'>): Map<string, number> => {
  const mixed = rows.filter(({ enabled, exclusive, tracks_count }) => enabled && !exclusive && tracks_count > 0);
  const weights = [...mixed, ...(own.tracks_count > 0 ? [{ id: 'own', weight: own.weight }] : [])];
  const sum = weights.reduce((total, { weight: each }) => total + each, 0);
  return new Map(weights.map(({ id, weight: each }) => [id, sum === 0 ? 100 : (100 * each) / sum]));
};
