import type { StreamFormat } from '#contract/engine/engine.ts';
import { telephoneFilter, telephoneRate, wideFilter } from '#shared/telephone-sound.ts';
import { spawnFfmpeg } from '#streaming/ffmpeg/spawn-ffmpeg.ts';
import { g722Output } from './g722.ts';

export type Decoder = {
  /** Gives it frames of the station; what it can't take in time is lost. */
  write(frames: Buffer): void;
  stop(): void;
};

const mostUnread = 256 * 1024;

/** What callers hear of a station: 16-bit samples of 8000 Hz, which become G.711, or G.722 of 16 kHz. */
export type Band = 'narrow' | 'wide';

/**
 * Decodes a station for one band by an ffmpeg that can open nothing but its pipes; fed by its standard
 * input, it ends with this process.
 */
export const startDecoder = (
  ffmpeg: string,
  codec: StreamFormat['codec'],
  band: Band,
  { samples, ended }: { samples(pcm: Buffer): void; ended(reason: string): void },
): Decoder => {
  const child = spawnFfmpeg(ffmpeg, decoderArguments(codec, band), { stdio: ['pipe', 'pipe', 'pipe'], niceness: 0 });
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('a decoder has pipes on all three ends');
  let isOver = false;
  let errors = '';
  let odd: Buffer = Buffer.alloc(0);
  const end = (reason: string): void => {
    if (!isOver) ended(reason);
    isOver = true;
  };
  stdout.on('data', (chunk: Buffer) => {
    const all = odd.length === 0 ? chunk : Buffer.concat([odd, chunk]);
    const even = all.length & ~1;
    odd = all.subarray(even);
    if (!isOver && even > 0) samples(all.subarray(0, even));
  });
  stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString('utf8')).slice(-500);
  });
  stdin.on('error', () => undefined);
  child.once('error', (error) => end(error.message));
  child.once('close', () => end(errors.trim() || 'the decoder ended'));
  return {
    write(frames) {
      if (!isOver && stdin.writable && stdin.writableLength < mostUnread) stdin.write(frames);
    },
    stop() {
      isOver = true;
      child.kill('SIGKILL');
    },
  };
};

const outputs: Record<Band, string[]> = {
  narrow: ['-af', telephoneFilter, '-ac', '1', '-ar', String(telephoneRate), '-f', 's16le'],
  wide: ['-af', wideFilter, '-ac', '1', ...g722Output],
};

const decoderArguments = (codec: StreamFormat['codec'], band: Band): string[] => [
  ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1'],
  ...['-protocol_whitelist', 'pipe', '-fflags', 'nobuffer', '-flags', 'low_delay'],
  ...['-probesize', '32', '-analyzeduration', '0', '-f', codec, '-i', 'pipe:0'],
  ...['-map', '0:a:0', '-vn', '-sn', '-dn', ...outputs[band], '-flush_packets', '1', 'pipe:1'],
];
