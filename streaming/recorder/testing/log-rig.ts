import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { vi } from 'vitest';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { createBus } from '#streaming/bus/bus.ts';
import { createFrameParser } from '#streaming/frames/frame-parser.ts';
import { ffmpeg, tone } from '#streaming/ingest/testing/audio.ts';
import { createLogCalls, type LogCalls } from '../log-calls.ts';
import { createRecorder, type Recorder, type RecorderOptions } from '../recorder.ts';
import type { Disk } from '#streaming/recorder/disk-quota.ts';

export const mp3: StreamFormat = { codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 };
export const aac: StreamFormat = { ...mp3, codec: 'aac' };

/** A recorder on a bus, with a clock and a disk under the test's control. */
export type LogRig = {
  folder: string;
  bus: Bus;
  recorder: Recorder;
  calls: LogCalls;
  now: number;
  disk: Disk;
  /** Publishes the station's head, with its log settings. */
  publishHead(station: string, head?: Partial<StationHead>): Promise<void>;
  title(station: string, title: string): void;
  /** Publishes audio as the station would: batches of about 450 ms, with the clock advancing. */
  send(station: string, sound: Buffer): void;
  /** Simulates a pause in the station's audio. */
  skip(station: string, ms: number): void;
  /** Waits until everything sent is written, and the retention rules are applied. */
  flush(): Promise<void>;
  /** The audio of from–to. */
  audio(station: string, from: number, to: number): Promise<Buffer>;
  close(): Promise<void>;
};

const framesInBatch = 17;

export const startLogRig = async (
  own: Partial<RecorderOptions> & { folder?: string; now?: never } = {},
): Promise<LogRig> => {
  const folder = own.folder ?? (await mkdtemp(join(tmpdir(), 'log-')));
  const bus = createBus((error) => {
    throw error;
  });
  const heads = new Map<string, StationHead>();
  const clocks = new Map<string, { seq: number; at: number }>();
  const rig = { now: Date.UTC(2026, 10, 21, 12, 0, 0), disk: { free: 100e9, total: 100e9 } } as LogRig;
  const recorder = createRecorder({
    bus,
    folder,
    maxBytes: Infinity,
    disk: () => Promise.resolve(rig.disk),
    log: { info: () => undefined, warn: () => undefined },
    ...own,
    now: () => rig.now,
  });
  const clockOf = (station: string): { seq: number; at: number } => {
    const clock = clocks.get(station) ?? { seq: 0, at: 0 };
    clocks.set(station, clock);
    return clock;
  };
  return Object.assign(rig, {
    folder,
    bus,
    recorder,
    calls: createLogCalls(recorder, (station) => join(folder, station)),
    async publishHead(station: string, changes: Partial<StationHead> = {}) {
      const log = { recording: true, days: 7, max_bytes: 1e12 };
      const head = { station, running: true, format: mp3, log, ...heads.get(station), ...changes } as StationHead;
      heads.set(station, head);
      bus.publish({ type: 'head', head });
      const isWanted = head.log?.recording === true;
      const hasApplied = async (): Promise<void> => {
        if ((await recorder.find(station))?.isWanted !== isWanted)
          throw new Error('The recorder has not applied the head yet');
      };
      await vi.waitFor(hasApplied, { timeout: 20_000 });
    },
    title: (station: string, title: string) => bus.publish({ type: 'title', station, number: 1, title, url: '' }),
    send(station: string, sound: Buffer) {
      const { codec } = heads.get(station)!.format;
      for (const batch of batchesOf(station, sound, codec, clockOf(station))) {
        rig.now += batch.duration / 1000;
        bus.publish({ type: 'batch', batch });
      }
    },
    skip(station: string, ms: number) {
      rig.now += ms;
      clockOf(station).seq += 1;
    },
    flush: () => recorder.flush(),
    async audio(station: string, from: number, to: number) {
      const span = await rig.calls.range(station, from, to);
      if (!span || span === 'otherFormat') throw new Error(`No range: ${String(span)}`);
      return await buffer(await rig.calls.audio(station, span, 0, span.bytes - 1));
    },
    async close() {
      await recorder.stop();
      if (!own.folder) await rm(folder, { recursive: true, force: true });
    },
  } satisfies Omit<LogRig, 'now' | 'disk'>);
};

/** Tones one after the other, `seconds` each, in one encoding; with `reservoir`, frames borrow from those before. */
export const toneSequence = async (
  hertz: number[],
  seconds: number,
  codec: StreamFormat['codec'] = 'mp3',
  reservoir = false,
): Promise<Buffer> => {
  const inputs = hertz.flatMap((one) => tone(one, seconds));
  const joined = hertz.map((_, i) => `[${i}:a]`).join('');
  const encoder =
    codec === 'mp3' ? ['-c:a', 'libmp3lame', '-reservoir', reservoir ? '1' : '0', '-write_xing', '0'] : ['-c:a', 'aac'];
  return await ffmpeg([
    ...inputs,
    ...['-filter_complex', `${joined}concat=n=${hertz.length}:v=0:a=1`],
    ...[...encoder, '-b:a', '128k', '-ar', '44100', '-ac', '2', '-id3v2_version', '0'],
    ...['-f', codec === 'mp3' ? 'mp3' : 'adts', 'pipe:1'],
  ]);
};

const batchesOf = (
  station: string,
  sound: Buffer,
  codec: StreamFormat['codec'],
  clock: { seq: number; at: number },
): FrameBatch[] => {
  const frames = createFrameParser(codec).push(sound);
  const batches: FrameBatch[] = [];
  for (let i = 0; i < frames.length; i += framesInBatch) {
    const some = frames.slice(i, i + framesInBatch);
    const duration = some.reduce((sum, { samples, header }) => sum + (samples * 1e6) / header.sample_rate, 0);
    const parts = some.map(({ buffer, start, end }) => buffer.subarray(start, end));
    const offsets: number[] = [];
    parts.reduce((at, part) => (offsets.push(at), at + part.length), 0);
    const { seq, at } = clock;
    batches.push({
      station,
      seq,
      at,
      duration,
      offsets,
      data: Buffer.concat(parts),
      title: 1,
    });
    clock.seq += 1;
    clock.at += duration;
  }
  return batches;
};
