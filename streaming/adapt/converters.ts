import type { ChildProcess } from 'node:child_process';
import type { StreamFormat } from '#contract/engine/engine.ts';
import { spawnFfmpeg } from '#streaming/ffmpeg/spawn-ffmpeg.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import { leadInFrames, leadInSamples } from '#streaming/frames/lead-in.ts';
import type { InputFormat } from './input-format.ts';

export type ConversionEvents = {
  frames(frames: Frame[]): void;
  /** More may be written. */
  drain(): void;
  /** The conversion ended unexpectedly. */
  failed(reason: string): void;
};

export type Conversion = {
  /** False: write no more until `drain`. */
  write(bytes: Buffer): boolean;
  /** Stops reading the output, which in turn holds back the input. */
  pause(): void;
  resume(): void;
  /**
   * No more input follows; the rest comes out, then `failed` reports the end. Frees its slot for another conversion at
   * once.
   */
  finish(): void;
  /** Stops at once; no more frames come out. */
  close(): void;
};

export type Converters = {
  open(
    input: InputFormat,
    target: StreamFormat,
    events: ConversionEvents,
  ): { conversion: Conversion } | { refused: string };
  /** Why no conversion could start now; undefined where one could. */
  readonly refusal: string | undefined;
  readonly running: number;
  stop(): Promise<void>;
};

const atCapacity = 'This server already converts as many encoders as it can.';
const noFfmpeg = 'This server has no ffmpeg, so it cannot convert.';

/**
 * Converts sources in another format than their station's, each through one ffmpeg child that can open nothing but its
 * pipes; at most `most` at a time.
 */
export const createConverters = (ffmpeg: string | null, most: number): Converters => {
  const children = new Set<ChildProcess>();
  const counted = new Set<ChildProcess>();

  const refusal = (): string | undefined => {
    if (ffmpeg === null) return noFfmpeg;
    const set = 'Set the encoder to the format of the station.';
    return counted.size >= most ? `${atCapacity} ${set}` : undefined;
  };

  const open = (input: InputFormat, target: StreamFormat, events: ConversionEvents) => {
    const refused = refusal();
    if (refused !== undefined || ffmpeg === null) return { refused: refused ?? noFfmpeg };
    const child = spawnFfmpeg(ffmpeg, conversionArguments(input, target), {
      stdio: ['pipe', 'pipe', 'pipe'],
      niceness: 0,
    });
    children.add(child);
    counted.add(child);
    const freeSlot = (): void => void counted.delete(child);
    const untrack = (): void => {
      freeSlot();
      children.delete(child);
    };
    child.once('close', untrack);
    child.once('error', untrack);
    return { conversion: runConversion(child, leadIn(input, target), target, events, freeSlot) };
  };

  return {
    open,
    get refusal() {
      return refusal();
    },
    get running() {
      return counted.size;
    },
    async stop() {
      const ends = [...children].map((child) => new Promise((done) => child.once('close', done)));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(ends);
    },
  };
};

const runConversion = (
  child: ChildProcess,
  framesToSkip: number,
  target: StreamFormat,
  events: ConversionEvents,
  freeSlot: () => void,
): Conversion => {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('a conversion has pipes on all three ends');
  const parser = createFrameParser(target.codec);
  let isOver = false;
  let errorOutput = '';
  let remainingSkip = framesToSkip;
  let isFinished = false;
  let heldBack: Frame[] = [];

  /** Drops the last frame: the encoder pads it with silence, which would be heard as a gap. */
  const emit = (frames: Frame[]): void => {
    const all = isFinished ? [...heldBack, ...frames] : frames;
    heldBack = isFinished ? all.splice(-1) : [];
    if (all.length > 0) events.frames(all);
  };
  stdout.on('data', (chunk: Buffer) => {
    const parsed = parser.push(chunk);
    const frames = parsed.slice(remainingSkip);
    remainingSkip = Math.max(remainingSkip - parsed.length, 0);
    if (frames.length > 0 && !isOver) emit(frames);
  });
  stderr.on('data', (chunk: Buffer) => {
    errorOutput = (errorOutput + chunk.toString('utf8')).slice(-500);
  });
  stdin.on('drain', () => events.drain());
  stdin.on('error', () => undefined);

  const fail = (reason: string): void => {
    if (!isOver) events.failed(reason);
    isOver = true;
  };
  child.once('error', (error) => fail(error.message));
  child.once('close', () => fail(errorOutput.trim() || 'the conversion ended'));

  return {
    write: (bytes) => isOver || !stdin.writable || stdin.write(bytes),
    pause: () => void stdout.pause(),
    resume: () => void stdout.resume(),
    finish() {
      isFinished = true;
      stdin.end();
      freeSlot();
    },
    close() {
      isOver = true;
      child.kill('SIGKILL');
      freeSlot();
    },
  };
};

/** Everything is fixed: formats are forced, only pipes may be opened, buffering is minimal. */
const conversionArguments = (input: InputFormat, target: StreamFormat): string[] => {
  const encoder =
    target.codec === 'mp3'
      ? ['-c:a', 'libmp3lame', '-reservoir', '0', '-write_xing', '0', '-id3v2_version', '0']
      : ['-c:a', 'aac'];
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-threads', '1'],
    ...['-protocol_whitelist', 'pipe', '-fflags', 'nobuffer', '-flags', 'low_delay'],
    ...['-probesize', '32', '-analyzeduration', '0'],
    // The 32-bit length ends after six hours; a stream doesn't.
    ...(input.demuxer === 'wav' ? ['-ignore_length', '1'] : []),
    ...['-f', input.demuxer],
    ...['-i', 'pipe:0', '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1'],
    ...encoder,
    ...['-b:a', String(target.bitrate), '-ar', String(target.sample_rate)],
    ...['-ac', String(target.channels), '-flush_packets', '1'],
    ...['-f', target.codec === 'mp3' ? 'mp3' : 'adts', 'pipe:1'],
  ];
};

/** Frames at the start of a conversion that hold only codec delay, which would be heard as a gap. */
const leadIn = (input: InputFormat, target: StreamFormat): number => {
  const rate = input.sample_rate || target.sample_rate;
  return leadInFrames(target, (leadInSamples(input.codec) * target.sample_rate) / rate);
};
