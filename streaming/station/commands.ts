import type { AirRefusal, KickEncoder, QueueTrack, SkipTrack, StopAfter } from '#contract/engine/engine-air.ts';
import type { AutoDj } from '#streaming/autodj/autodj-port.ts';
import type { ManualControl } from '#streaming/autodj/manual-control.ts';
import type { Announcer } from './announcer.ts';
import type { Sources } from './sources.ts';
import type { StationOutput } from './station-output.ts';
import type { Titles } from './titles.ts';

/** What people do on the air of one station (contract/engine/engine-air.ts); each returns why it can't be done. */
export type StationCommands = {
  skip(request: SkipTrack): AirRefusal | undefined;
  queue(request: QueueTrack): AirRefusal | undefined;
  unqueue(id: string): undefined;
  stopAfter(request: StopAfter): AirRefusal | undefined;
  resume(): undefined;
  /** Disconnects the encoder, and refuses it, or only its presenter, for a time. */
  bar(request: KickEncoder): undefined;
  unbar(presenter?: string): undefined;
  /** Resolves when what was done is on disk. */
  saved(): Promise<void>;
};

type Options = {
  manual: ManualControl;
  autodj(): AutoDj | undefined;
  output(): StationOutput | undefined;
  announcer: Announcer;
  titles: Titles;
  sources: Sources;
  /** The state changed; `soon`: and so does what plays. */
  changed(soon?: 'soon'): void;
};

/** Commands name the track or connection that they are about: a repeated one finds another there, and does nothing. */
export const createCommands = (options: Options): StationCommands => {
  const { manual, autodj, announcer, titles, sources, changed } = options;
  const playing = (): AutoDj | undefined => (options.output()?.source() === 'autodj' ? autodj() : undefined);

  const resume = (): undefined => {
    manual.setStop(null);
    autodj()?.reselect();
    changed('soon');
  };

  return {
    skip({ track: key, started, by }) {
      const dj = playing();
      const track = dj?.track();
      if (!dj || !track) return 'notAutoDj';
      if (track.key !== key || (started !== undefined && started !== announcer.trackStarted())) return undefined;
      const result = dj.skip();
      if (result === 'already') return undefined;
      if (result) return result;
      // Who skips wants music.
      manual.setStop(null);
      titles.skipByHand(track, by.id);
      changed('soon');
      return undefined;
    },
    queue(request) {
      if (!manual.add(request)) return 'queueFull';
      autodj()?.reselect();
      changed('soon');
      return undefined;
    },
    unqueue(id) {
      manual.remove(id);
      autodj()?.reselect();
      changed();
    },
    stopAfter({ track, by }) {
      if (manual.stop()?.track === track) return undefined;
      const dj = playing();
      const playingKey = dj?.track()?.key;
      if (!dj || playingKey === undefined) return 'notAutoDj';
      if (playingKey !== track || !dj.reselect()) return 'trackOver';
      manual.setStop({ by, track, since: null });
      // What was selected to follow is not played.
      dj.reselect();
      changed();
      return undefined;
    },
    resume,
    bar({ since, presenter, bar_ms }) {
      if (bar_ms > 0 && presenter !== undefined) manual.barPresenter(presenter, Date.now() + bar_ms);
      else if (bar_ms > 0) manual.barEncoder(Date.now() + bar_ms);
      sources.encoders.drop('Disconnected by the operator.', (encoder) => {
        if (presenter !== undefined && encoder.hello.presenter !== presenter) return false;
        return since === undefined || encoder.state()?.since === since;
      });
      changed();
    },
    unbar(presenter) {
      if (presenter === undefined) manual.barEncoder(null);
      else manual.barPresenter(presenter, null);
      changed();
    },
    saved: () => manual.saved(),
  };
};

/** The reply to a barred encoder. */
export const barredReason = (until: number): string => {
  const time = new Date(until).toISOString().slice(11, 16);
  return `The station disconnected this encoder. It may connect again at ${time} UTC.`;
};
