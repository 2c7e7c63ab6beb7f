import type { Conversion, Converters } from '#streaming/adapt/converters.ts';
import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Bus, BusMessage, FrameBatch } from '#streaming/bus/batch.ts';
import { createBatchBuilder } from '#streaming/frames/batch-builder.ts';
import type { Frame } from '#streaming/frames/frame.ts';

/** A batch of the station, as it is converted. */
export type Source = Pick<FrameBatch, 'data' | 'duration'>;
type BreakMessage = Extract<BusMessage, { type: 'break' | 'resume' }>;

/** An additional format of a station, encoded while it has listeners. */
export type Output = {
  readonly isRunning: boolean;
  /** Starts converting, beginning with `first`; returns the reason if it can't. */
  start(from: StreamFormat, to: StreamFormat, first: readonly Source[]): string | undefined;
  push(batch: Source): void;
  /** A break of the station begins or ends: here it does so where that audio comes out of the conversion. */
  mark(message: BreakMessage): void;
  stop(): void;
};

type Options = {
  /** The station key under which it is published. */
  station: string;
  /** The bus that receives the output. */
  bus: Bus;
  converters: Converters;
  title(): number;
  /** The conversion ended unexpectedly. */
  ended(): void;
};

/** Converted frames arrive one by one; they are published together at this interval. */
const gatherMs = 250;
/** A conversion that reads nothing while this many bytes are written is stopped. */
const unreadAtMost = 4 * 1024 * 1024;

const noRoomToConvert = 'This server cannot convert any more streams right now.';

/** One ffmpeg that converts a station's frames to another format; nothing runs while it sleeps. */
export const createOutput = ({ station, bus, converters, title, ended }: Options): Output => {
  let conversion: Conversion | undefined;
  let builder = createBatchBuilder();
  let gathering: NodeJS.Timeout | undefined;
  let samples = 0;
  let rate = 44_100;
  let [seq, at, unread] = [0, 0, 0];
  /** µs of audio that the conversion was given, and that it returned. */
  let [given, returned] = [0, 0];
  let marks: { message: BreakMessage; after: number }[] = [];

  const publish = (): void => {
    clearTimeout(gathering);
    gathering = undefined;
    const run = builder.take();
    if (!run) return;
    const duration = Math.round((samples * 1e6) / rate);
    const batch: FrameBatch = { station, seq: seq++, at, duration, ...run, title: title() };
    samples = 0;
    at += duration;
    bus.publish({ type: 'batch', batch });
  };
  const collect = (frames: Frame[]): void => {
    for (const frame of frames) {
      while (marks[0] && returned >= marks[0].after) {
        publish();
        bus.publish({ ...marks.shift()!.message, station, at });
      }
      builder.add(frame);
      samples += frame.samples;
      returned += (frame.samples * 1e6) / rate;
    }
    gathering ??= setTimeout(publish, gatherMs);
  };
  const stop = (): void => {
    conversion?.close();
    conversion = undefined;
    clearTimeout(gathering);
    gathering = undefined;
    builder = createBatchBuilder();
    samples = 0;
    marks = [];
    // New listeners must not get the old audio.
    bus.publish({ type: 'drop', station, reason: '' });
  };
  const push = ({ data, duration }: Source): void => {
    if (!conversion) return;
    given += duration;
    unread = conversion.write(data) ? 0 : unread + data.length;
    if (unread <= unreadAtMost) return;
    stop();
    ended();
  };

  return {
    get isRunning() {
      return conversion !== undefined;
    },
    start({ codec, sample_rate, channels }, to, first) {
      if (conversion) return undefined;
      const opened = converters.open({ demuxer: codec, codec, sample_rate, channels }, to, {
        frames: collect,
        drain: () => (unread = 0),
        failed() {
          stop();
          ended();
        },
      });
      if ('refused' in opened) return noRoomToConvert;
      conversion = opened.conversion;
      rate = to.sample_rate;
      unread = 0;
      [given, returned, marks] = [0, 0, []];
      for (const batch of first) push(batch);
      return undefined;
    },
    push,
    mark(message) {
      if (conversion) marks.push({ message, after: given });
    },
    stop,
  };
};
