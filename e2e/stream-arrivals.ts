import type { Listener } from './listener.ts';
import { decode } from './tones.ts';

/** What a listener received, and when. */
export type Arrivals = {
  /** Waits until a tone is heard, from that second of the stream on; returns when its first sound arrived (ms since the epoch). */
  heard(hz: number, from?: number): Promise<number>;
  /** How loud a tone is in the last second that arrived, dB of full scale. */
  level(hz: number): Promise<number>;
  /** The seconds that have arrived so far. */
  now(): number;
  /** Waits until so many more seconds have arrived. */
  pass(seconds: number): Promise<void>;
  stop(): void;
};

/** Bytes of a second at 128 kbit/s. */
const byteRate = 16_000;
const windowS = 0.1;
const audible = -50;
const patienceMs = 40_000;
const pauseMs = 100;

/** Follows a listener of a stream at 128 kbit/s. */
export const recordArrivals = (listener: Listener): Arrivals => {
  const times: { at: number; bytes: number }[] = [];
  const look = (): void => {
    const bytes = listener.received().audio.length;
    if (bytes !== times.at(-1)?.bytes) times.push({ at: Date.now(), bytes });
  };
  const timer = setInterval(look, 20);
  const now = (): number => listener.received().audio.length / byteRate;
  const pause = (): Promise<void> => new Promise((done) => setTimeout(done, pauseMs));
  const until = async <T>(find: () => Promise<T | undefined> | T | undefined): Promise<T> => {
    for (const end = Date.now() + patienceMs; Date.now() < end; await pause()) {
      const found = await find();
      if (found !== undefined) return found;
    }
    throw new Error('the stream did not have it in time');
  };
  const tail = async (seconds: number) => decode(listener.received().audio.subarray(-Math.round(seconds * byteRate)));
  return {
    now,
    async heard(hz, from = now()) {
      const begin = Math.max(0, Math.floor((from - 1) * byteRate));
      return await until(async () => {
        const { samples, rate } = await decode(listener.received().audio.subarray(begin));
        const size = Math.round(rate * windowS);
        for (let index = 0; index + size <= samples.length; index += size) {
          const second = begin / byteRate + index / rate;
          if (second < from || levelOf(samples.subarray(index, index + size), rate, hz) < audible) continue;
          return times.find(({ bytes }) => bytes >= second * byteRate)?.at;
        }
        return undefined;
      });
    },
    async level(hz) {
      const { samples, rate } = await tail(1.5);
      return levelOf(samples.subarray(-rate), rate, hz);
    },
    async pass(seconds) {
      const end = now() + seconds;
      await until(() => now() >= end || undefined);
    },
    stop() {
      clearInterval(timer);
      listener.leave();
    },
  };
};

const levelOf = (samples: Float32Array, rate: number, hz: number): number => {
  let [re, im] = [0, 0];
  samples.forEach((sample, index) => {
    re += sample * Math.cos((2 * Math.PI * hz * index) / rate);
    im += sample * Math.sin((2 * Math.PI * hz * index) / rate);
  });
  return 20 * Math.log10((2 * Math.hypot(re, im)) / samples.length + 1e-9);
};
