import type { StationDesired, StationState } from '#contract/engine/engine.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { AirState } from '#streaming/base/station-state.ts';
import { measureLoudness } from './measure-loudness.ts';
import { keepRecent, startSampling, type Pace, type Sampled } from './sampler.ts';
import { createDeadAirDetector, type DeadAirLimits } from './dead-air-detector.ts';
import { nextSource, type Seen, type SourceState } from './source-watch.ts';

export type Monitored = Pick<StationState, 'source_since' | 'encoder_lost' | 'loudness' | 'dead_air' | 'sound_since'>;

export type Monitor = {
  /** Receives each state of the audio path before it is published. */
  update(state: AirState): void;
  /** The monitor's part of a station's state. */
  stateOf(key: string): Monitored;
  stop(): void;
};

type Options = {
  bus: Bus;
  desired(key: AirState['key']): StationDesired | undefined;
  /** The monitor's part of the station's state changed. */
  changed(key: string): void;
  failed(error: unknown): void;
  /** Path of ffmpeg; without it only the engine's own silence is detected. */
  ffmpeg: string | null;
  pace?: Pace;
};

/**
 * Monitors the output, as listeners get it, of stations with dead-air limits; for all others it only tracks the source.
 */
export const createMonitor = ({ bus, desired, changed, failed, ffmpeg, pace }: Options): Monitor => {
  const sources = new Map<string, SourceState & Seen>();
  const sampled = new Map<string, Sampled>();

  const stopMonitoring = (key: string): void => {
    sources.delete(key);
    sampled.delete(key);
  };
  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'batch') {
      const one = sampled.get(message.batch.station);
      if (one && ffmpeg) keepRecent(one, message.batch);
    } else if (message.type === 'gone') stopMonitoring(message.station);
  });
  const stopSampling = startSampling({
    sampled,
    measure: (sound, codec) => measureLoudness(sound, codec, ffmpeg ?? undefined),
    noted: (key, { watch }, at, lufs) => {
      if (watch.addMeasurement(at, lufs)) changed(key);
    },
    failed,
    pace,
  });

  const update = (state: AirState): void => {
    const station = desired(state.key);
    if (!station) return stopMonitoring(state.key);
    sources.set(state.key, nextSource(sources.get(state.key), state, Date.now()));
    const limits = (): DeadAirLimits => desired(state.key)?.dead_air ?? noLimits;
    if (!station.dead_air || state.status === 'inactive') return void sampled.delete(state.key);
    const one = sampled.get(state.key) ?? fresh(createDeadAirDetector(limits));
    one.codec = station.format.codec;
    one.isSilenced = state.source === 'silence' || state.source === 'none';
    sampled.set(state.key, one);
  };

  return {
    update,
    stateOf(key) {
      const source = sources.get(key);
      return {
        ...(source && { source_since: source.source_since, encoder_lost: source.encoder_lost }),
        ...sampled.get(key)?.watch.state,
      };
    },
    stop() {
      unsubscribe();
      stopSampling();
    },
  };
};

const noLimits: DeadAirLimits = { below_lufs: -Infinity, after_ms: Infinity };

const fresh = (watch: Sampled['watch']): Sampled => ({
  watch,
  codec: 'mp3',
  recent: [],
  lastAudioAt: 0,
  measuredAt: 0,
  isSilenced: false,
});
