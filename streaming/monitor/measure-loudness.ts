import { decode } from './decode.ts';
import { cutExcerpt, type Excerpt } from './excerpt.ts';
import { loudestMoment } from './loudness.ts';

type Wanted = { excerpt: Excerpt; done(lufs: number): void; failed(error: unknown): void };

/** Excerpts that one ffmpeg decodes one behind the other; starting one costs as much as decoding 70 s. */
const mostTogether = 128;

const waiting: Wanted[] = [];
let isRunning = false;

/**
 * The loudest momentary loudness (LUFS, EBU R128) of consecutive whole frames; −Infinity for digital silence. Whoever
 * asks in this process shares one ffmpeg at a time, in which excerpts of one format are decoded together.
 */
export function measureLoudness(sound: Buffer, codec: 'mp3' | 'aac', ffmpeg = 'ffmpeg'): Promise<number> {
  const excerpt = cutExcerpt(sound, codec);
  if (!excerpt) return Promise.reject(new Error('too little sound to measure'));
  return new Promise((done, failed) => {
    waiting.push({ excerpt, done, failed });
    if (!isRunning) void work(ffmpeg);
  });
}

async function work(ffmpeg: string): Promise<void> {
  isRunning = true;
  // Those who ask in the same turn are measured together.
  await new Promise((resolve) => setImmediate(resolve));
  for (let first = waiting[0]; first; first = waiting[0]) {
    const together = waiting.filter(({ excerpt }) => isAlike(excerpt, first!.excerpt)).slice(0, mostTogether);
    const taken = new Set(together);
    waiting.splice(0, waiting.length, ...waiting.filter((one) => !taken.has(one)));
    await measure(ffmpeg, together);
  }
  isRunning = false;
}

function isAlike(a: Excerpt, b: Excerpt): boolean {
  return a.codec === b.codec && a.sample_rate === b.sample_rate && a.channels === b.channels;
}

/** Whose sound breaks the decoding of the others is found by halves. */
async function measure(ffmpeg: string, together: Wanted[]): Promise<void> {
  const told = new Map<Excerpt, number>();
  const excerpts = together.map(({ excerpt }) => excerpt);
  try {
    await decode(ffmpeg, excerpts, (excerpt, samples) => {
      const { sample_rate, channels } = excerpt;
      told.set(excerpt, loudestMoment({ samples, sample_rate, channels }));
    });
    for (const { excerpt, done } of together) done(told.get(excerpt)!);
  } catch (error) {
    if (together.length === 1) return together[0]!.failed(error);
    const half = Math.ceil(together.length / 2);
    await measure(ffmpeg, together.slice(0, half));
    await measure(ffmpeg, together.slice(half));
  }
}
