import type { ClickHouseClient } from '@clickhouse/client';
import type { NowPlaying, PlayedTrack } from '#contract/api/live.ts';
import type { SongRequestSettings } from '#contract/api/song-requests.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { LivePresenter } from '#contract/api/station-live.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import { whyClosed } from '#server/domains/song-requests/song-requests.service.ts';
import { streamUrls, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { TrackFacts } from './live.repo.ts';
import type { Play, PlayHistory } from './play-history.ts';

export type PlayingDeps = Pick<Kernel, 'db' | 'config' | 'clock' | 'log'> & {
  live: LiveHub;
  clickhouse: ClickHouseClient;
};

type Sources = {
  row: StationRow;
  live: StationLive | undefined;
  history: PlayHistory;
  facts: ReadonlyMap<string, TrackFacts>;
  showsListeners: boolean;
  requests: SongRequestSettings;
  now: Date;
};

/** The public now-playing data; a station that hides its tracks only shows whether it is on the air. */
export const presentPlaying = (
  { row, live, history, facts, showsListeners, requests, now }: Sources,
  config: Kernel['config'],
): NowPlaying => {
  const isOnAir = live?.status === 'active' && live.source !== 'none';
  const showsTrack = isOnAir && row.show_tracks_playing;
  const logo = absolute(imageUrl(row.logo), config);
  const played = (play: Play, otherwise: string | null): PlayedTrack => ({
    ...{ title: play.title, artist: play.artist, track: play.name },
    artwork: absolute(imageUrl(facts.get(play.track ?? '')?.artwork ?? null), config) ?? otherwise,
    started: play.started === null ? null : new Date(play.started).toISOString(),
  });
  const presenter = isOnAir && live.presenter ? publicPresenter(live.presenter, config) : null;
  const instead = presenter?.picture ?? logo;
  const current = showsTrack ? history.current() : undefined;
  const length = current && facts.get(current.track ?? '')?.duration_ms;
  return {
    mount: row.streamname,
    name: row.name,
    on_air: isOnAir,
    live: isOnAir && live.source === 'live',
    source: isOnAir ? live.source : 'none',
    presenter,
    ...(current ? played(current, instead) : { title: '', artist: '', track: '', artwork: instead, started: null }),
    logo_512: absolute(imageUrl(row.logo_512), config),
    requests: whyClosed(requests, live, row.default_timezone, now) === undefined,
    album: (current && live?.track?.album) ?? '',
    duration: length === undefined ? null : length / 1000,
    listeners: showsListeners ? (isOnAir ? live.listeners : 0) : null,
    history: row.show_tracks_playing ? history.before().map((play) => played(play, logo)) : [],
    ...streamUrls(row, config),
    burst_ms: row.burst,
    now: now.toISOString(),
  };
};

const publicPresenter = ({ name, picture }: LivePresenter, config: Kernel['config']): NowPlaying['presenter'] => ({
  name,
  picture: absolute(picture, config),
});

const absolute = (path: string | null, { publicUrl }: Kernel['config']): string | null =>
  path === null ? null : `${publicUrl}${path}`;
