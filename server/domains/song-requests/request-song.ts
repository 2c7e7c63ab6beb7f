import { errors } from '#contract/texts/errors.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import type { OwnSongRequest, RequestableSongs, SongRequestSettings } from '#contract/api/song-requests.ts';
import { songRequestLimits } from '#contract/api/song-requests.ts';
import { hourMs, minuteMs } from '#contract/rules/time.ts';
import { stationOfMount, type StationRow, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { hashListener } from '#server/platform/address-hash.ts';
import { notifySongRequests } from '#server/platform/song-request-hub.ts';
import { approveRequest, type DecideDeps } from './decide-request.ts';
import { whyClosed } from './is-open.ts';
import { lockSettings, songRequestSettings } from './settings.repo.ts';
import { countRequests, insertRequest, requestableSong, searchSongs } from './song-requests.repo.ts';
import { presentOwn } from './song-requests.presenter.ts';

export type RequestDeps = StationsDeps & DecideDeps & Pick<Kernel, 'secrets'>;
/** Who requests; only a hash of it is stored. */
export type Listener = { ip: string; user_agent: string };
export type RequestedSong = { track: TrackKey; name: string; message: string };

/** The station of a mount that takes requests; refuses with `station.notFound` and `songRequest.off`. */
export const requestStation = async (
  deps: StationsDeps,
  mount: string,
): Promise<{ station: StationRow; settings: SongRequestSettings }> => {
  const station = (await stationOfMount(deps, mount)) ?? refuse('station.notFound');
  const settings = await songRequestSettings(deps.db, station.key);
  if (!settings.enabled) refuse('songRequest.off');
  return { station, settings };
};

/** Whether requests are taken now, and the songs that match; none for a search of less than two characters. */
export const findSongs = async (deps: StationsDeps, mount: string, search: string): Promise<RequestableSongs> => {
  const { station, settings } = await requestStation(deps, mount);
  const closed = closedNow(deps, station, settings);
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10);
  const isSearch = closed === undefined && words.join('').length >= 2;
  const { songs, messages } = settings;
  return {
    open: closed === undefined,
    reason: closed === undefined ? '' : errors[closed][2],
    messages,
    songs: isSearch ? await searchSongs(deps.db, station.key, words, { songs, limit: songRequestLimits.found }) : [],
  };
};

const closedNow = (
  { live, clock }: StationsDeps,
  { key, default_timezone: zone }: StationRow,
  settings: SongRequestSettings,
) => whyClosed(settings, live.latest(key), zone, clock.now());

/**
 * Requests a song within the limits of the station; where requests are approved by rule it goes into the queue at once,
 * or within a minute if the engine can't take it now. Refuses with `songRequest.*`.
 */
export const requestSong = async (
  deps: RequestDeps,
  mount: string,
  song: RequestedSong,
  from: Listener,
): Promise<OwnSongRequest> => {
  const { station, settings } = await requestStation(deps, mount);
  const closed = closedNow(deps, station, settings);
  if (closed) refuse(closed);
  const now = deps.clock.now();
  const listener = await hashListener(deps.secrets, { ...from, at: now });
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockSettings(tx, station.key);
    const found =
      (await requestableSong(tx, station.key, song.track, settings.songs)) ?? refuse('songRequest.songNotFound');
    await checkLimits(tx, station.key, settings, { listener, track: song.track, artist: found.artist }, now);
    const values = { station_key: station.key, track_key: song.track, ...found, listener, created: now };
    const written = { name: oneLine(song.name), message: settings.messages ? oneLine(song.message) : '' };
    const inserted = await insertRequest(tx, { ...values, ...written });
    await notifySongRequests(deps.events, tx, station.key, [inserted.id]);
    return inserted;
  });
  if (settings.approval === 'hand') return presentOwn(row);
  return presentOwn({ ...row, state: (await approveByRule(deps, station.key, row.id)) ? 'approved' : 'waiting' });
};

/** Approves a request by rule; false if the engine can't take it now. */
export const approveByRule = async (deps: DecideDeps, station: StationKey, id: string): Promise<boolean> => {
  try {
    await approveRequest(deps, station, id, null);
    return true;
  } catch (error) {
    deps.log.info({ station, request: id, error: String(error) }, 'could not approve a song request by rule');
    return false;
  }
};

const checkLimits = async (
  tx: Tx,
  station: StationKey,
  { listener_hour, song_hours, artist_minutes, waiting_most }: SongRequestSettings,
  of: { listener: string; track: TrackKey; artist: string },
  now: Date,
): Promise<void> => {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const since = {
    ...{ listener: before(hourMs), song: before(song_hours * hourMs), artist: before(artist_minutes * minuteMs) },
  };
  const { waiting, ofListener, ofSong, ofArtist } = await countRequests(tx, station, of, since);
  if (ofListener >= listener_hour) refuse('songRequest.tooMany', { max: listener_hour });
  if (waiting >= waiting_most) refuse('songRequest.full');
  if (ofSong > 0) refuse('songRequest.songRecently');
  if (ofArtist > 0) refuse('songRequest.artistRecently');
};

/** Without line breaks, and what would reverse or hide the text around it. */
const oneLine = (written: string): string =>
  written
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
