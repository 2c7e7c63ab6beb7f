import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { spawnFfmpeg } from '#streaming/ffmpeg/spawn-ffmpeg.ts';
import { createFrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { TransitionPlan } from './transition-plan.ts';

/** A prepared file on disk. */
export type TrackFile = { path: string; size: number; duration_ms: number };

/** Byte offsets at which the first file is left and the second entered, and the audio between. */
export type RenderedTransition = { leave: number; enter: number; turn: number; sound: Buffer };

type Side = { bytes: Buffer; at: number };

const patienceMs = 10_000;
/** Lowest priority on the machine: a plain join is better than a late stream. */
const niceness = 10;
/** Silent samples that encoder and decoder put before the first audio (LAME; ffmpeg's AAC). */
const delays = { mp3: 1105, aac: 1024 } as const;

/**
 * Mixes the end of one prepared file with the beginning of another and encodes only that; undefined when the files lack
 * the frames the plan needs.
 */
export const renderTransition = async (
  ffmpeg: string,
  a: TrackFile,
  b: TrackFile,
  plan: TransitionPlan,
  format: StreamFormat,
  signal?: AbortSignal,
): Promise<RenderedTransition | undefined> => {
  const [end, start] = await Promise.all([readEnd(a, plan.tail, format), readStart(b, plan.head, format)]);
  if (end.length < plan.tail || start.length < plan.head) return undefined;
  const tail = end.slice(-plan.tail);
  const head = start.slice(0, plan.head);
  const lead = (plan.frame - (delays[format.codec] % plan.frame)) % plan.frame;
  const encoded = await mix(ffmpeg, joined(tail), joined(head), mixArguments(plan, lead, format), signal);
  const skip = plan.runIn + (lead + delays[format.codec]) / plan.frame;
  const frames = createFrameParser(format.codec)
    .push(encoded)
    .slice(skip, skip + plan.length);
  if (frames.length < plan.length || !frames.every((one) => fits(one, format))) return undefined;
  const leave = tail[plan.runIn]!.at;
  const enter = head[plan.replaces.b]!.at;
  return { leave, enter, turn: plan.turn, sound: joined(frames.map(bytesOf)) };
};

const readEnd = async (file: TrackFile, count: number, format: StreamFormat): Promise<Side[]> => {
  const length = Math.min(roomFor(file, count, format), file.size);
  return await readFrames(file, file.size - length, length, format);
};

const readStart = async (file: TrackFile, count: number, format: StreamFormat): Promise<Side[]> =>
  await readFrames(file, 0, Math.min(roomFor(file, count, format), file.size), format);

/** Bytes that hold `count` frames, even where they are half as large again as the file's average. */
const roomFor = (file: TrackFile, count: number, { codec, sample_rate }: StreamFormat): number => {
  const frameMs = (1000 * (codec === 'aac' ? 1024 : 1152)) / sample_rate;
  return Math.ceil((file.size / file.duration_ms) * frameMs * (count + 2) * 1.5) + 4096;
};

const readFrames = async (file: TrackFile, from: number, length: number, format: StreamFormat): Promise<Side[]> => {
  const handle = await open(file.path, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, from);
    const frames = createFrameParser(format.codec).push(buffer.subarray(0, bytesRead));
    if (!frames.every((frame) => fits(frame, format))) return [];
    return frames.map((frame) => ({ ...bytesOf(frame), at: from + frame.offset }));
  } finally {
    await handle.close();
  }
};

const fits = ({ header }: ParsedFrame, format: StreamFormat): boolean =>
  header.sample_rate === format.sample_rate && header.channels === format.channels;

const bytesOf = (frame: ParsedFrame): { bytes: Buffer } => ({ bytes: frame.buffer.subarray(frame.start, frame.end) });

const joined = (sides: { bytes: Buffer }[]): Buffer => Buffer.concat(sides.map(({ bytes }) => bytes));

/** Only numbers vary; ffmpeg may open nothing but its pipes. */
const mixArguments = (plan: TransitionPlan, lead: number, format: StreamFormat): string[] => {
  const demuxer = format.codec === 'mp3' ? 'mp3' : 'aac';
  const shape = `aformat=sample_fmts=fltp:channel_layouts=${format.channels === 1 ? 'mono' : 'stereo'}`;
  const fade = plan.fadeLength > 0 ? `,afade=t=out:ss=${plan.fadeStart}:ns=${plan.fadeLength}:curve=qsin` : '';
  const gain = format.codec === 'mp3' ? `,volume=${1 / lameScale(format.bitrate)}:precision=float` : '';
  const delay = lead > 0 ? `,adelay=delays=${lead}S:all=1` : '';
  const graph = [
    `[0:a]${shape}${fade}[a]`,
    `[1:a]${shape},adelay=delays=${plan.nextStart}S:all=1[b]`,
    `[a][b]amix=inputs=2:duration=longest:normalize=0,alimiter=limit=0.97:level=0:latency=1${gain}${delay}[mix]`,
  ];
  const encoder =
    format.codec === 'mp3'
      ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-compression_level', '2', '-write_xing', '0', '-id3v2_version', '0']
      : ['-c:a', 'aac'];
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1', '-filter_complex_threads', '1'],
    ...['-protocol_whitelist', 'pipe', '-f', demuxer, '-i', 'pipe:3'],
    ...['-protocol_whitelist', 'pipe', '-f', demuxer, '-i', 'pipe:4'],
    ...['-filter_complex', graph.join(';'), '-map', '[mix]', '-map_metadata', '-1', ...encoder],
    ...['-b:a', String(format.bitrate), '-ar', String(format.sample_rate), '-ac', String(format.channels)],
    ...(format.codec === 'mp3' ? ['-write_id3v1', '0', '-f', 'mp3'] : ['-f', 'adts']),
    'pipe:1',
  ];
};

/**
 * LAME attenuates slightly, more at lower bit rates; this undoes the second attenuation of audio that was encoded
 * before.
 */
const lameScale = (bitrate: number): number => {
  if (bitrate < 192_000) return 0.95;
  if (bitrate < 224_000) return 0.97;
  return bitrate < 256_000 ? 0.98 : 1;
};

const mix = (ffmpeg: string, a: Buffer, b: Buffer, args: string[], signal?: AbortSignal): Promise<Buffer> =>
  new Promise((done, fail) => {
    const stdio = ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] as const;
    const child = spawnFfmpeg(ffmpeg, args, { stdio: [...stdio], niceness, patienceMs, signal });
    const parts: Buffer[] = [];
    let errorOutput = '';
    child.once('error', fail);
    child.stdout!.on('data', (part: Buffer) => parts.push(part));
    child.stderr!.on('data', (part: Buffer) => (errorOutput = (errorOutput + part.toString()).slice(-500)));
    for (const [fd, bytes] of [
      [3, a],
      [4, b],
    ] as const) {
      const pipe = child.stdio[fd] as (Writable & Partial<Readable>) | null;
      pipe?.on('error', () => undefined);
      pipe?.end(bytes);
    }
    child.once('close', (code) => {
      if (code === 0) return done(Buffer.concat(parts));
      fail(new Error(errorOutput.trim() || 'the mix timed out'));
    });
  });
