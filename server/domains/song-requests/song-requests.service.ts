import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { SongRequestSettings, songRequests } from '#contract/api/song-requests.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { latestRequests } from './song-requests.repo.ts';
import { presentRequest } from './song-requests.presenter.ts';
import { saveSettings, songRequestSettings } from './settings.repo.ts';

export { ownRequest } from './follow-request.ts';
export { whyClosed } from './is-open.ts';
export { findSongs, requestSong, type RequestDeps } from './request-song.ts';
export { songRequestSettings } from './settings.repo.ts';

/** A station's settings for requests, with the zone of its hours, and its latest requests. */
export const getSongRequests = async (
  db: Db,
  station: StationKey,
): Promise<ReturnsOf<SpecOf<typeof songRequests.list>>> => {
  const [settings, rows, zone] = await Promise.all([
    songRequestSettings(db, station),
    latestRequests(db, station),
    db.selectFrom('stations').select('default_timezone').where('key', '=', station).executeTakeFirst(),
  ]);
  return { timezone: zone?.default_timezone || 'UTC', settings, requests: rows.map(presentRequest) };
};

/** Replaces a station's settings for requests; those that wait under a rule are approved within a minute. */
export const setSongRequests = async (
  { db }: Pick<Kernel, 'db'>,
  station: StationKey,
  settings: SongRequestSettings,
): Promise<SongRequestSettings> => {
  await saveSettings(db, station, settings);
  return settings;
};
