import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import {
  playlistProblems,
  type NewPlaylist,
  type PlaylistChange,
  type PlaylistDetail,
  type PlaylistHours,
  type PlaylistRow,
  type Playlists,
} from '#contract/api/playlists.ts';
import type { DayPartHours } from '#contract/rules/week.ts';
import { overlapping } from '#contract/rules/week.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { presentTracks } from './playlist.ts';
import * as repo from './playlists.repo.ts';
import { lockAutoDj, timeZoneOf, touch } from './playout.repo.ts';

/** The playlists of a station, the weight of its own one, and its time zone. */
export const getPlaylists = async (db: Db | Tx, key: StationKey): Promise<Playlists> => ({
  timezone: await timeZoneOf(db, key),
  own: (await repo.ownPlaylist(db, key)) ?? refuse('station.notFound'),
  playlists: await repo.playlistsOf(db, key),
});

/** A playlist with its tracks; refuses with `playlist.notFound` if it belongs to another station. */
export const getPlaylist = async (db: Db | Tx, key: StationKey, id: string): Promise<PlaylistDetail> => {
  const list = (await repo.playlistsOf(db, key)).find((one) => one.id === id) ?? refuse('playlist.notFound');
  return { ...list, tracks: presentTracks(await repo.tracksOfPlaylist(db, id, limits.playlistEntries)) };
};

/**
 * Adds a playlist. Refuses with `playlist.overlaps` if it plays alone while another one does, and with `media.notFound` if a
 * track belongs to another station.
 */
export const addPlaylist = async (db: Db, key: StationKey, list: NewPlaylist): Promise<PlaylistDetail> =>
  await change(db, key, async (tx, others) => {
    if (others.length >= limits.playlists) refuse('playlist.full', { max: limits.playlists });
    check(list, others);
    const id = await repo.insertPlaylist(tx, key, tidy(list));
    await fill(tx, key, id, list.content === 'tracks' ? list.tracks : []);
    return await getPlaylist(tx, key, id);
  });

/** Changes what is given of a playlist, from the next track on; refuses for the same reasons as adding one. */
export const changePlaylist = async (
  db: Db,
  key: StationKey,
  id: string,
  changes: PlaylistChange,
): Promise<PlaylistDetail> =>
  await change(db, key, async (tx, all) => {
    const before = all.find((one) => one.id === id) ?? refuse('playlist.notFound');
    const tracks = changes.tracks ?? (await repo.entriesOf(tx, id));
    const list = tidy({ ...before, ...changes, tracks });
    // A list whose tracks were all deleted can still be renamed, moved and turned off.
    const isFilled = changes.content !== undefined || changes.tracks !== undefined || changes.tags !== undefined;
    const others = all.filter((one) => one.id !== id);
    check(list, others, { except: isFilled ? [] : ['tracks', 'tags'] });
    await repo.updatePlaylist(tx, id, list);
    if (list.content === 'tags') await fill(tx, key, id, []);
    else if (changes.tracks) await fill(tx, key, id, changes.tracks);
    return await getPlaylist(tx, key, id);
  });

/** Removes a playlist; what plays in its hours are the others. */
export const removePlaylist = async (db: Db, key: StationKey, id: string): Promise<undefined> =>
  await change(db, key, async (tx) => {
    if (!(await repo.deletePlaylist(tx, key, id))) refuse('playlist.notFound');
    return undefined;
  });

/** Changes the hours of several playlists together; refuses with `playlist.overlaps` if two would play alone at once. */
export const setPlaylistHours = async (
  db: Db,
  key: StationKey,
  wanted: PlaylistHours['playlists'],
): Promise<Playlists> =>
  await change(db, key, async (tx, all) => {
    const hoursOf = new Map(wanted.map(({ id, hours }) => [id, hours]));
    const changed = all.map((one) => ({ ...one, hours: hoursOf.get(one.id) ?? one.hours }));
    for (const [index, { id }] of wanted.entries()) {
      const list = changed.find((one) => one.id === id) ?? refuse('playlist.notFound');
      const others = changed.filter((one) => one !== list);
      check({ ...list, tracks: [] }, others, { except: ['tracks', 'tags'], path: `playlists.${String(index)}.` });
      await repo.updatePlaylist(tx, id, tidy({ ...list, tracks: [] }));
    }
    return await getPlaylists(tx, key);
  });

/** Changes the weight of the station's own playlist. */
export const setPlaylistWeight = async (db: Db, key: StationKey, weight: number): Promise<Playlists> =>
  await change(db, key, async (tx) => {
    await repo.setOwnWeight(tx, key, weight);
    return await getPlaylists(tx, key);
  });

const change = async <T>(db: Db, key: StationKey, act: (tx: Tx, all: PlaylistRow[]) => Promise<T>): Promise<T> =>
  await db.transaction().execute(async (tx) => {
    if (!(await lockAutoDj(tx, key))) refuse('station.notFound');
    const result = await act(tx, await repo.playlistsOf(tx, key));
    await touch(tx, key);
    return result;
  });

/** Days once and in order. */
const tidy = (list: NewPlaylist): NewPlaylist => ({
  ...list,
  hours: list.hours.map((hours) => ({ ...hours, days: [...new Set(hours.days)].sort((one, other) => one - other) })),
});

/** Refuses what is wrong with a playlist, on its fields below `path`, other than `except`. */
const check = (
  list: NewPlaylist,
  others: readonly PlaylistRow[],
  { except = [], path = '' }: { except?: readonly string[]; path?: string } = {},
): void => {
  const problems = Object.entries(playlistProblems(list)).filter(([field]) => !except.includes(field));
  const fields = problems.map(([field, message]) => [`${path}${field}`, message]);
  if (problems.length > 0) refuse('request.invalid', {}, Object.fromEntries(fields));
  if (!list.exclusive || !list.enabled) return;
  const alone = others.filter(({ exclusive, enabled }) => exclusive && enabled);
  for (const [index, hours] of list.hours.entries()) {
    const other = alone.find((one) => one.hours.some((theirs: DayPartHours) => overlapping(theirs, hours)));
    if (!other) continue;
    const message = `“${other.name}” already plays alone during some of these hours.`;
    refuse('playlist.overlaps', { name: other.name }, { [`${path}hours.${String(index)}.from`]: message });
  }
};

const fill = async (tx: Tx, key: StationKey, id: string, picked: readonly TrackKey[]): Promise<void> => {
  const tracks = [...new Set(picked)];
  if ((await repo.setEntries(tx, key, id, tracks)) !== tracks.length) refuse('media.notFound');
};
