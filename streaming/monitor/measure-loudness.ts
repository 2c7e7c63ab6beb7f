import { decode } from './decode.ts';
import { cutExcerpt, type Excerpt } from './excerpt.ts';
import { loudestMoment, meanLoudness, type Pcm } from './loudness.ts';

type Request = { excerpt: Excerpt; lufsOf(pcm: Pcm): number; done(lufs: number): void; failed(error: unknown): void };

/** The mean loudness of consecutive whole frames, as an option of who needs it; nothing without ffmpeg. */
export const measureWith = (
  ffmpeg: string | null,
): { measure?: (sound: Buffer, codec: 'mp3' | 'aac') => Promise<number> } =>
  ffmpeg === null ? {} : { measure: (sound, codec) => measureLoudness(sound, codec, ffmpeg, meanLoudness) };

/** Excerpts that one ffmpeg decodes; starting it costs as much as decoding 70 s. */
const maxTogether = 128;

const waiting: Request[] = [];
let isRunning = false;

/**
 * The loudness of consecutive whole frames, by default the loudest momentary one (LUFS, EBU R128); −Infinity for digital silence. All
 * callers in this process share one ffmpeg at a time, which decodes excerpts of one format together.
 */
export const measureLoudness = (
  sound: Buffer,
  codec: 'mp3' | 'aac',
  ffmpeg = 'ffmpeg',
  lufsOf: Request['lufsOf'] = loudestMoment,
): Promise<number> => {
  const excerpt = cutExcerpt(sound, codec);
  if (!excerpt) return Promise.reject(new Error('too little audio to measure'));
  return new Promise((done, failed) => {
    waiting.push({ excerpt, lufsOf, done, failed });
    if (!isRunning) void processQueue(ffmpeg);
  });
};

const processQueue = async (ffmpeg: string): Promise<void> => {
  isRunning = true;
  // Requests of the same turn are measured together.
  await new Promise((resolve) => setImmediate(resolve));
  for (let first = waiting[0]; first; first = waiting[0]) {
    const batch = waiting.filter(({ excerpt }) => isAlike(excerpt, first!.excerpt)).slice(0, maxTogether);
    const batchSet = new Set(batch);
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !batchSet.has(one)));
    await measure(ffmpeg, batch);
  }
  isRunning = false;
};

const isAlike = (a: Excerpt, b: Excerpt): boolean =>
  a.codec === b.codec && a.sample_rate === b.sample_rate && a.channels === b.channels;

/** Excerpts that break the decoding of the others are found by bisection. */
const measure = async (ffmpeg: string, batch: Request[]): Promise<void> => {
  const results = new Map<Excerpt, number>();
  const measures = new Map(batch.map(({ excerpt, lufsOf }) => [excerpt, lufsOf]));
  const excerpts = batch.map(({ excerpt }) => excerpt);
  try {
    await decode(ffmpeg, excerpts, (excerpt, samples) => {
      const { sample_rate, channels } = excerpt;
      results.set(excerpt, measures.get(excerpt)!({ samples, sample_rate, channels }));
    });
    for (const { excerpt, done } of batch) done(results.get(excerpt)!);
  } catch (error) {
    if (batch.length === 1) return batch[0]!.failed(error);
    const half = Math.ceil(batch.length / 2);
    await measure(ffmpeg, batch.slice(0, half));
    await measure(ffmpeg, batch.slice(half));
  }
};
