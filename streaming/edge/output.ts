import type { Conversion, Converters } from '#streaming/adapt/converters.ts';
import type { StreamFormat } from '#contract/engine.ts';
import type { Bus, FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';

/** A station's sound in another format, made while somebody wants it. */
export type Output = {
  readonly isAwake: boolean;
  /** Begins to convert from one format to another, what is given first; why not, where it can't. */
  wake(from: StreamFormat, to: StreamFormat, first: readonly Buffer[]): string | undefined;
  push(data: Buffer): void;
  sleep(): void;
};

type Options = {
  /** As what it goes on the bus. */
  station: string;
  /** Where what comes out goes. */
  bus: Bus;
  converters: Converters;
  title(): number;
  /** It ended by itself. */
  ended(): void;
};

/** Frames come out one by one; they are handed on together this often. */
const gatherMs = 250;
/** A conversion that takes nothing for so many bytes is given up. */
const unreadAtMost = 4 * 1024 * 1024;

const noRoomToConvert = 'This server makes as many other formats as it can already.';

/** One ffmpeg that turns a station's frames into another format; nothing runs while it sleeps. */
export function createOutput({ station, bus, converters, title, ended }: Options): Output {
  let conversion: Conversion | undefined;
  let builder = createBatchBuilder();
  let gathering: NodeJS.Timeout | undefined;
  let samples = 0;
  let rate = 44_100;
  let [seq, at, unread] = [0, 0, 0];

  const give = (): void => {
    gathering = undefined;
    const run = builder.take();
    if (!run) return;
    const duration = Math.round((samples * 1e6) / rate);
    const batch: FrameBatch = { station, seq: seq++, at, duration, ...run, title: title() };
    samples = 0;
    at += duration;
    bus.publish({ type: 'batch', batch });
  };
  const take = (frames: Frame[]): void => {
    for (const frame of frames) {
      builder.add(frame);
      samples += frame.samples;
    }
    gathering ??= setTimeout(give, gatherMs);
  };
  const sleep = (): void => {
    conversion?.close();
    conversion = undefined;
    clearTimeout(gathering);
    gathering = undefined;
    builder = createBatchBuilder();
    samples = 0;
    // Who comes next is not to hear what was.
    bus.publish({ type: 'drop', station, reason: '' });
  };
  const push = (data: Buffer): void => {
    if (!conversion) return;
    unread = conversion.write(data) ? 0 : unread + data.length;
    if (unread <= unreadAtMost) return;
    sleep();
    ended();
  };

  return {
    get isAwake() {
      return conversion !== undefined;
    },
    wake({ codec, sample_rate, channels }, to, first) {
      if (conversion) return undefined;
      const opened = converters.open({ demuxer: codec, codec, sample_rate, channels }, to, {
        frames: take,
        drain: () => (unread = 0),
        failed() {
          sleep();
          ended();
        },
      });
      if ('refused' in opened) return noRoomToConvert;
      conversion = opened.conversion;
      rate = to.sample_rate;
      unread = 0;
      for (const data of first) push(data);
      return undefined;
    },
    push,
    sleep,
  };
}
