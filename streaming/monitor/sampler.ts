import type { FrameBatch } from '#streaming/bus/batch.ts';
import type { SoundWatch } from './sound-watch.ts';

/** A station whose sound is measured now and then. */
export type Sampled = {
  watch: SoundWatch;
  codec: 'mp3' | 'aac';
  /** The last sound that went out. */
  recent: FrameBatch[];
  heardAt: number;
  measuredAt: number;
  /** The engine plays silence for want of anything else: nothing needs to be decoded. */
  isSilenced: boolean;
};

/** How often, ms: a station that sounds, one that may not, and the share of its time that the meter works at most. */
export type Pace = { soundingMs: number; doubtfulMs: number; roundMs: number; workShare: number };

export const usualPace: Pace = { soundingMs: 15_000, doubtfulMs: 5000, roundMs: 2500, workShare: 0.2 };

type Options = {
  sampled: ReadonlyMap<string, Sampled>;
  measure(sound: Buffer, codec: 'mp3' | 'aac'): Promise<number>;
  noted(key: string, one: Sampled, at: number, lufs: number): void;
  failed(error: unknown): void;
  pace?: Pace | undefined;
};

/** µs of sound that are kept of a station; four tenths of a second of it are one momentary loudness. */
const excerptUs = 850_000;
/** Sound that went out longer ago says nothing of now, ms. */
const staleMs = 4000;
const mostTogether = 128;

/** Keeps the newest sound of a station at hand. */
export function keepRecent(one: Sampled, batch: FrameBatch): void {
  one.recent.push(batch);
  one.heardAt = Date.now();
  let kept = one.recent.reduce((sum, { duration }) => sum + duration, 0);
  while (one.recent.length > 1 && kept - one.recent[0]!.duration >= excerptUs) kept -= one.recent.shift()!.duration;
}

/** Measures in rounds, the doubtful first, and rests the longer the more a round took: a busy machine is asked less. */
export function startSampling({ sampled, measure, noted, failed, pace = usualPace }: Options): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function round(): Promise<void> {
    const began = performance.now();
    const now = Date.now();
    const due = [...sampled].filter(([, one]) => isDue(one, now, pace));
    for (const [key, one] of due) if (one.isSilenced) take(key, one, now, -Infinity);
    const heard = due.filter(([, one]) => !one.isSilenced && now - one.heardAt < staleMs && one.recent.length > 1);
    const urgency = ([, one]: [string, Sampled]): number => (one.watch.isInDoubt ? 0 : one.measuredAt);
    const chosen = heard.toSorted((a, b) => urgency(a) - urgency(b)).slice(0, mostTogether);
    await Promise.all(chosen.map(([key, one]) => sample(key, one)));
    if (isOver) return;
    const worked = chosen.length === 0 ? 0 : performance.now() - began;
    const rest = worked * (1 / pace.workShare - 1);
    const isMore = heard.length > chosen.length;
    timer = setTimeout(() => void round(), Math.max(rest, isMore ? 0 : pace.roundMs));
  }

  async function sample(key: string, one: Sampled): Promise<void> {
    const at = Date.now();
    one.measuredAt = at;
    try {
      const lufs = await measure(Buffer.concat(one.recent.map(({ data }) => data)), one.codec);
      if (!isOver && sampled.get(key) === one && !one.isSilenced) noted(key, one, at, lufs);
    } catch (error) {
      failed(error);
    }
  }

  function take(key: string, one: Sampled, at: number, lufs: number): void {
    one.measuredAt = at;
    noted(key, one, at, lufs);
  }

  timer = setTimeout(() => void round(), pace.roundMs);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

function isDue({ watch, measuredAt }: Sampled, now: number, pace: Pace): boolean {
  return now - measuredAt >= (watch.isInDoubt ? pace.doubtfulMs : pace.soundingMs) - pace.roundMs / 2;
}
