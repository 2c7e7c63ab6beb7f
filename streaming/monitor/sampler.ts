import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { DeadAirDetector } from './dead-air-detector.ts';

/** A station whose loudness is sampled. */
export type Sampled = {
  watch: DeadAirDetector;
  codec: 'mp3' | 'aac';
  /** The latest audio sent. */
  recent: FrameBatch[];
  lastAudioAt: number;
  measuredAt: number;
  /** The engine plays silence because it has nothing else: nothing needs decoding. */
  isSilenced: boolean;
};

/** Sampling intervals, ms: of a station with audio and of one in doubt; `workShare` limits the time spent measuring. */
export type Pace = { soundingMs: number; doubtfulMs: number; roundMs: number; workShare: number };

export const defaultPace: Pace = { soundingMs: 15_000, doubtfulMs: 5000, roundMs: 2500, workShare: 0.2 };

type Options = {
  sampled: ReadonlyMap<string, Sampled>;
  measure(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  noted(key: string, one: Sampled, at: number, lufs: number): void;
  failed(error: unknown): void;
  pace?: Pace | undefined;
};

/** µs of audio kept for each station; a momentary loudness takes 400 ms of it. */
const excerptUs = 850_000;
/** Audio older than this is no longer relevant, ms. */
const staleMs = 4000;
const maxTogether = 128;

/** Adds a batch to the station's latest audio and drops what is older than needed. */
export const keepRecent = (one: Sampled, batch: FrameBatch): void => {
  one.recent.push(batch);
  one.lastAudioAt = Date.now();
  let retained = one.recent.reduce((sum, { duration }) => sum + duration, 0);
  while (one.recent.length > 1 && retained - one.recent[0]!.duration >= excerptUs)
    retained -= one.recent.shift()!.duration;
};

/** Measures in rounds, stations in doubt first, and pauses longer after longer rounds, to relieve a busy machine. */
export const startSampling = ({ sampled, measure, noted, failed, pace = defaultPace }: Options): (() => void) => {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  const round = async (): Promise<void> => {
    const began = performance.now();
    const now = Date.now();
    const due = [...sampled].filter(([, one]) => isDue(one, now, pace));
    for (const [key, one] of due) if (one.isSilenced) record(key, one, now, -Infinity);
    const measurable = due.filter(
      ([, one]) => !one.isSilenced && now - one.lastAudioAt < staleMs && one.recent.length > 1,
    );
    const urgency = ([, one]: [string, Sampled]): number => (one.watch.isInDoubt ? 0 : one.measuredAt);
    const chosen = measurable.toSorted((a, b) => urgency(a) - urgency(b)).slice(0, maxTogether);
    await Promise.all(chosen.map(([key, one]) => sample(key, one)));
    if (isOver) return;
    const worked = chosen.length === 0 ? 0 : performance.now() - began;
    const rest = worked * (1 / pace.workShare - 1);
    const isMore = measurable.length > chosen.length;
    timer = setTimeout(() => void round(), Math.max(rest, isMore ? 0 : pace.roundMs));
  };

  const sample = async (key: string, one: Sampled): Promise<void> => {
    const at = Date.now();
    one.measuredAt = at;
    try {
      const lufs = await measure(Buffer.concat(one.recent.map(({ data }) => data)), one.codec);
      if (!isOver && sampled.get(key) === one && !one.isSilenced) noted(key, one, at, lufs);
    } catch (error) {
      failed(error);
    }
  };

  const record = (key: string, one: Sampled, at: number, lufs: number): void => {
    one.measuredAt = at;
    noted(key, one, at, lufs);
  };

  timer = setTimeout(() => void round(), pace.roundMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
};

const isDue = ({ watch, measuredAt }: Sampled, now: number, pace: Pace): boolean =>
  now - measuredAt >= (watch.isInDoubt ? pace.doubtfulMs : pace.soundingMs) - pace.roundMs / 2;
