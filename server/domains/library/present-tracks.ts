import type { StationKey } from '#contract/rules/keys.ts';
import type { MediaTrack } from '#contract/api/library.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { presentTrack } from './library.presenter.ts';
import { usesOf, type ListedTrack } from './list-tracks.repo.ts';
import { tagsOfTracks } from './tags.repo.ts';

/** Tracks of a station as the API returns them, with their tags and where they are used. */
export const presentTracks = async (
  db: Db | Tx,
  station: StationKey,
  rows: readonly ListedTrack[],
): Promise<MediaTrack[]> => {
  const keys = rows.map(({ key }) => key);
  const uses = await usesOf(db, station, keys);
  const tags = await tagsOfTracks(db, keys);
  return rows.map((row) => presentTrack(row, uses.get(row.key) ?? [], tags.get(row.key) ?? []));
};

/** The same for one track. */
export const presentOne = async (db: Db | Tx, station: StationKey, row: ListedTrack): Promise<MediaTrack> =>
  (await presentTracks(db, station, [row]))[0] ?? refuse('media.notFound');
