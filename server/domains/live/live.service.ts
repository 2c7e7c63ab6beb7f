import type { NowPlaying } from '#contract/live.ts';
import type { StationLive } from '#contract/session.ts';
import { stationOfMount, type StationRow, type StationsDeps } from '#server/domains/stations/stations.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';

/** What a station plays now, for anybody; refuses with `station.notFound` where no station has this mount. */
export const nowPlaying = async (deps: StationsDeps, mount: string): Promise<NowPlaying> => {
  const row = (await stationOfMount(deps, mount)) ?? refuse('station.notFound');
  return presentPlaying(row, deps.live.last(row.key), deps.config.streamUrl);
};

/**
 * What a station plays now, and then each change of it; a listener more or less is none. Refuses as above
 * before the first event; ends where the station is deleted.
 */
export const followPlaying = async (
  deps: StationsDeps,
  mount: string,
  signal: AbortSignal,
): Promise<AsyncIterable<{ event: 'playing'; data: NowPlaying }>> => {
  const row = (await stationOfMount(deps, mount)) ?? refuse('station.notFound');
  return changes(deps, row, signal);
};

const changes = async function* (
  deps: StationsDeps,
  row: StationRow,
  signal: AbortSignal,
): AsyncGenerator<{ event: 'playing'; data: NowPlaying }> {
  let heard = audible(deps.live.last(row.key));
  yield { event: 'playing', data: presentPlaying(row, deps.live.last(row.key), deps.config.streamUrl) };
  for await (const live of deps.live.subscribe([row.key], signal)) {
    if (audible(live) === heard) continue;
    heard = audible(live);
    const now = await stationOfMount(deps, row.streamname);
    if (!now) return;
    yield { event: 'playing', data: presentPlaying(now, live, deps.config.streamUrl) };
  }
};

/** What of a station's state the public is told, to see whether it has changed. */
const audible = (live: StationLive | undefined): string =>
  JSON.stringify([live?.status, live?.source, live?.title, live?.track, live?.track_started]);

/** A stopped station is not on the air; one that hides its tracks tells only that it is. */
const presentPlaying = (row: StationRow, live: StationLive | undefined, streamUrl: string): NowPlaying => {
  const isOnAir = live?.status === 'active' && live.source !== 'none';
  const isTold = isOnAir && row.show_tracks_playing;
  return {
    mount: row.streamname,
    name: row.name,
    on_air: isOnAir,
    live: isOnAir && live.source === 'live',
    title: isTold ? live.title : '',
    ...(isTold ? namesOf(live) : { artist: '', track: '' }),
    started: isTold ? live.track_started : null,
    stream_url: `${streamUrl}/${row.streamname}`,
  };
};

/** Encoders send one text, by custom "Artist - Title". */
const namesOf = (live: StationLive): { artist: string; track: string } => {
  if (live.track) return { artist: live.track.artist, track: live.track.title };
  const [artist, ...title] = live.title.split(' - ');
  return title.length > 0 ? { artist: artist ?? '', track: title.join(' - ') } : { artist: '', track: live.title };
};
