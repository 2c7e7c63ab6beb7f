import { once } from 'node:events';
import { spawnFfmpeg } from '#streaming/ffmpeg/spawn-ffmpeg.ts';
import type { Excerpt } from './excerpt.ts';

/** Time limit for one decoding of a few seconds, ms. */
const patienceMs = 20_000;
const bytesPerSample = 2;

/**
 * Decodes excerpts of one format, one after the other, in one low-priority ffmpeg, and passes each to `take` as soon as
 * it is decoded; throws if the audio is incomplete, in which case everything passed before is invalid.
 */
export const decode = async (
  ffmpeg: string,
  excerpts: Excerpt[],
  onDecoded: (excerpt: Excerpt, samples: Int16Array) => void,
): Promise<void> => {
  const [first] = excerpts;
  if (!first) return;
  const frame = first.channels * bytesPerSample;
  const { child, stdout } = start(ffmpeg, first, Buffer.concat(excerpts.map(({ data }) => data)));
  const closed = once(child, 'close');
  const waiting = [...excerpts];
  let chunks: Buffer[] = [];
  let buffered = 0;
  for await (const chunk of stdout) {
    chunks.push(chunk as Buffer);
    buffered += (chunk as Buffer).length;
    for (let next = waiting[0]; next && buffered >= next.samples * frame; next = waiting[0]) {
      const bytes = Buffer.concat(chunks);
      const end = next.samples * frame;
      onDecoded(next, asSamples(bytes.subarray(next.leadIn * frame, end)));
      waiting.shift();
      chunks = [bytes.subarray(end)];
      buffered -= end;
    }
  }
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  if (waiting.length > 0 || buffered > 0)
    throw new Error(`decoding lost ${waiting.length} excerpts and left ${buffered} bytes`);
};

const start = (ffmpeg: string, { codec, channels }: Excerpt, data: Buffer) => {
  const args = [
    ...['-v', 'quiet', '-nostdin', '-threads', '1', '-probesize', '32', '-analyzeduration', '0'],
    ...['-f', codec, '-i', 'pipe:0', '-ac', String(channels), '-f', 's16le', 'pipe:1'],
  ];
  const child = spawnFfmpeg(ffmpeg, args, { stdio: ['pipe', 'pipe', 'ignore'], niceness: 5, patienceMs });
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error('a decoder must have pipes on both ends');
  stdin.on('error', () => stdin.destroy());
  stdin.end(data);
  return { child, stdout };
};

/** A copy, as samples must start at even addresses. */
const asSamples = (bytes: Buffer): Int16Array => {
  const samples = new Int16Array(bytes.length / bytesPerSample);
  bytes.copy(Buffer.from(samples.buffer));
  return samples;
};
