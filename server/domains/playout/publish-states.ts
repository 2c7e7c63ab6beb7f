import type { AirControl } from '#contract/engine/engine-air.ts';
import type { AirPresenter } from '#contract/engine/engine-presenters.ts';
import type { StationState } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { LivePresenter } from '#contract/api/station-live.ts';
import { imageUrl } from '#server/platform/images.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';

/** An engine restart takes at most 2 s; shorter outages are not reported. */
const gracePeriodMs = 3000;

/** Publishes the engine's states to the hub; 3 s after the engine is lost, its stations are reported as starting. */
export const publishStates = (live: LiveHub) => {
  const onAir = new Set<StationKey>();
  let timer: NodeJS.Timeout | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const reportStarting = () => {
    for (const key of onAir) live.publish(startingState(key));
    onAir.clear();
  };
  return {
    state: (state: StationState) => {
      if (state.status === 'inactive') onAir.delete(state.key);
      else onAir.add(state.key);
      live.publish(liveState(state));
    },
    connected: cancel,
    lost: () => {
      timer ??= setTimeout(reportStarting, gracePeriodMs);
    },
    stop: cancel,
  };
};

/** The state that browsers receive; it omits the encoder's IP address. */
export const liveState = (state: StationState): StationLive => ({
  key: state.key,
  status: state.status,
  source: state.source,
  encoder: state.encoder && {
    codec: state.encoder.codec,
    sample_rate: state.encoder.sample_rate,
    channels: state.encoder.channels,
    bitrate: state.encoder.bitrate,
    adapted: state.encoder.adapted,
    advice: state.encoder.advice,
    user_agent: state.encoder.user_agent,
    since: new Date(state.encoder.since).toISOString(),
    presenter: livePresenter(state.encoder.presenter),
  },
  presenter: livePresenter(state.presenter),
  ...(state.automation && {
    automation: { ...state.automation, since: new Date(state.automation.since).toISOString() },
  }),
  title: state.title,
  track: state.track && {
    key: state.track.key,
    title: state.track.title,
    artist: state.track.artist,
    album: state.track.album,
  },
  track_started: state.track_started === null ? null : new Date(state.track_started).toISOString(),
  next: (state.next ?? []).map(({ key, title, artist, kind = 'music' }) => ({ key, title, artist, kind })),
  ...(state.unreadable && { unreadable: state.unreadable }),
  ...(state.air && { air: liveAir(state.air) }),
  listeners: state.listeners,
  ...(state.callers !== undefined && { callers: state.callers }),
});

const livePresenter = (presenter: AirPresenter | null | undefined): LivePresenter | null =>
  presenter ? { ...presenter, picture: imageUrl(presenter.picture), until: iso(presenter.until) } : null;

const liveAir = ({
  queue,
  stop,
  barred_until,
  barred_presenters = [],
  refused = [],
}: AirControl): StationLive['air'] => ({
  queue: queue.map(({ duration_ms, by, ...track }) => ({
    ...{ ...track, duration: duration_ms / 1000, by: by.name },
    ...(by.id.startsWith('request:') && { requested: true }),
  })),
  stop: stop && { by: stop.by.name, since: iso(stop.since) },
  barred_until: iso(barred_until),
  barred_presenters: barred_presenters.map(({ id, until }) => ({ id, until: new Date(until).toISOString() })),
  refused: refused.map(({ at, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
});

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const startingState = (key: StationKey): StationLive => ({
  key,
  status: 'starting',
  source: 'none',
  encoder: null,
  title: '',
  track: null,
  track_started: null,
  listeners: 0,
});
