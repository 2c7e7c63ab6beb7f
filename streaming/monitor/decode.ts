import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Excerpt } from './excerpt.ts';

/** How long one decoding of some seconds may take, ms. */
const patienceMs = 20_000;

/** Decodes excerpts of one format, one behind the other, in one ffmpeg of the lowest priority; throws where the sound doesn't come out whole. */
export async function decode(ffmpeg: string, excerpts: Excerpt[]): Promise<Int16Array[]> {
  const [first] = excerpts;
  if (!first) return [];
  const pcm = await run(ffmpeg, first, Buffer.concat(excerpts.map(({ data }) => data)));
  const wanted = excerpts.reduce((sum, { samples }) => sum + samples * first.channels, 0);
  if (pcm.length !== wanted) throw new Error(`decoding gave ${pcm.length} samples of ${wanted}`);
  let at = 0;
  return excerpts.map(({ samples, leadIn }) => {
    const begin = at + leadIn * first.channels;
    at += samples * first.channels;
    return pcm.subarray(begin, at);
  });
}

async function run(ffmpeg: string, { codec, channels }: Excerpt, data: Buffer): Promise<Int16Array> {
  const args = [
    ...['-v', 'quiet', '-nostdin', '-threads', '1', '-probesize', '32', '-analyzeduration', '0'],
    ...['-f', codec, '-i', 'pipe:0', '-ac', String(channels), '-f', 's16le', 'pipe:1'],
  ];
  const child = spawn('nice', ['-n', '10', ffmpeg, ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: patienceMs,
    killSignal: 'SIGKILL',
  });
  child.stdin.on('error', () => child.stdin.destroy());
  child.stdin.end(data);
  const closed = once(child, 'close');
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  const bytes = Buffer.concat(chunks);
  return new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~1)));
}
