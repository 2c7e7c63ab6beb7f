import type { StationDesired, StationState } from '#contract/engine.ts';
import type { Bus } from '#streaming/bus/batch.ts';
import type { AirState } from '#streaming/station/air.ts';
import { measureLoudness } from './measure-loudness.ts';
import { keepRecent, startSampling, type Pace, type Sampled } from './sampler.ts';
import { createSoundWatch, type DeadAir } from './sound-watch.ts';
import { nextSource, type Seen, type SourceState } from './source-watch.ts';

export type Monitored = Pick<StationState, 'source_since' | 'encoder_lost' | 'loudness' | 'dead_air' | 'sound_since'>;

export type Monitor = {
  /** Takes each state that the sound path tells, before anybody else hears of it. */
  note(state: AirState): void;
  /** What of a station's state is the monitor's to say. */
  of(key: string): Monitored;
  stop(): void;
};

type Options = {
  bus: Bus;
  desired(key: AirState['key']): StationDesired | undefined;
  /** Something that the monitor says of the station has changed. */
  changed(key: string): void;
  failed(error: unknown): void;
  /** The path of ffmpeg; without it only silence that the engine itself puts in is noticed. */
  ffmpeg: string | null;
  pace?: Pace;
};

/** Listens to what goes out, as listeners hear it, at stations that ask for it; of all others it knows the source alone. */
export function createMonitor({ bus, desired, changed, failed, ffmpeg, pace }: Options): Monitor {
  const sources = new Map<string, SourceState & Seen>();
  const sampled = new Map<string, Sampled>();
  const leave = bus.subscribe((message) => {
    if (message.type === 'batch') {
      const one = sampled.get(message.batch.station);
      if (one && ffmpeg) keepRecent(one, message.batch);
    } else if (message.type === 'gone') forget(message.station);
  });
  const stopSampling = startSampling({
    sampled,
    measure: (sound, codec) => measureLoudness(sound, codec, ffmpeg ?? undefined),
    noted: (key, { watch }, at, lufs) => {
      if (watch.note(at, lufs)) changed(key);
    },
    failed,
    pace,
  });

  function forget(key: string): void {
    sources.delete(key);
    sampled.delete(key);
  }

  function note(state: AirState): void {
    const wanted = desired(state.key);
    if (!wanted) return forget(state.key);
    sources.set(state.key, nextSource(sources.get(state.key), state, Date.now()));
    const limits = (): DeadAir => desired(state.key)?.dead_air ?? nothingIsDead;
    if (!wanted.dead_air || state.status === 'inactive') return void sampled.delete(state.key);
    const one = sampled.get(state.key) ?? fresh(createSoundWatch(limits));
    one.codec = wanted.format.codec;
    one.isSilenced = state.source === 'silence' || state.source === 'none';
    sampled.set(state.key, one);
  }

  return {
    note,
    of(key) {
      const source = sources.get(key);
      return {
        ...(source && { source_since: source.source_since, encoder_lost: source.encoder_lost }),
        ...sampled.get(key)?.watch.state,
      };
    },
    stop() {
      leave();
      stopSampling();
    },
  };
}

const nothingIsDead: DeadAir = { below_lufs: -Infinity, after_ms: Infinity };

const fresh = (watch: Sampled['watch']): Sampled => ({
  watch,
  codec: 'mp3',
  recent: [],
  heardAt: 0,
  measuredAt: 0,
  isSilenced: false,
});
