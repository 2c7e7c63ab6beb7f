import type { StreamFormat } from '#contract/engine/engine.ts';
import type { Converters } from '#streaming/adapt/converters.ts';
import { createConversionLine } from '#streaming/adapt/conversion-line.ts';
import type { FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import { isCompatibleFormat } from '#streaming/base/compatible-format.ts';
import { joiningFrames, type Feed, type FeedEvents } from './feed.ts';
import type { Masters } from './masters.ts';

export type StationFeedOptions = {
  master: string;
  masters: Masters;
  /** Whether the master has audio of its own: its silence is not relayed. */
  hasAudio(): boolean;
  format(): StreamFormat;
  converters: Converters;
  events: FeedEvents;
};

/** Delay of the next attempt after a refusal, ms. */
const retryMs = 5000;

/**
 * The frames of a station of this engine, unchanged, or converted where the format differs or the bit rate is lower.
 */
export const createStationFeed = (options: StationFeedOptions): Feed => {
  const { events } = options;
  let unsubscribe: (() => void) | undefined;
  let head: StationHead | undefined;
  let title = { text: '', url: '' };
  let input: EncoderInput | undefined;
  let isConverted = false;
  let isBlocked = false;
  let joining = 0;
  let retryAt = 0;

  const lose = (reason: string): void => {
    line.close();
    isBlocked = false;
    const lost = input;
    input = undefined;
    lost?.end(reason);
  };
  const line = createConversionLine(options.converters, {
    frames: (frames) => frames.forEach((frame) => input?.push(frame)),
    drain: () => {
      isBlocked = false;
    },
    failed: (reason) => lose(`The audio could not be converted: ${reason}`),
  });

  const receive = (batch: FrameBatch): void => {
    if (!head?.running) return;
    if (!options.hasAudio()) return lose('The master is silent.');
    if (!input && !connect(head)) return;
    if (isConverted) write(batch.data);
    else pass(batch, head.format);
  };

  const connect = (master: StationHead): boolean => {
    if (performance.now() < retryAt) return false;
    const target = options.format();
    const fits = isCompatibleFormat(master.format, target);
    const refusal = fits && target.bitrate >= master.format.bitrate ? undefined : convert(master.format, target);
    isConverted = line.isOpen;
    // A lower bit rate is optional; another sample rate would stop players.
    if (refusal !== undefined && !fits) {
      retryAt = performance.now() + retryMs;
      events.failed(refusal);
      return false;
    }
    joining = joiningFrames;
    input = events.connected(
      { resume: () => undefined, reformat: () => undefined, drop: lose },
      { ip: '', user_agent: '', name: master.name },
    );
    input.title(title.text, title.url);
    return true;
  };

  const convert = (from: StreamFormat, target: StreamFormat): string | undefined => {
    const { codec, sample_rate, channels } = from;
    return line.open({ demuxer: codec, codec, sample_rate, channels }, target);
  };

  const write = (bytes: Buffer): void => {
    if (isBlocked) return;
    isBlocked = !line.write(bytes);
  };

  const pass = ({ offsets, data }: FrameBatch, format: StreamFormat): void => {
    const samples = samplesOf(format);
    for (const [at, start] of offsets.entries()) {
      const frame: Frame = { buffer: data, start, end: offsets[at + 1] ?? data.length, samples };
      if (joining > 0) input?.skip(frame);
      else input?.push(frame);
      joining = Math.max(joining - 1, 0);
    }
  };

  return {
    open() {
      if (unsubscribe) return;
      unsubscribe = options.masters.subscribe(options.master, {
        head(newHead) {
          const isOther = head !== undefined && !isCompatibleFormat(head.format, newHead.format);
          head = newHead;
          if (!newHead.running) lose(newHead.reason);
          else if (isOther) lose('The format of the master changed.');
        },
        title(text, url) {
          title = { text, url };
          input?.title(text, url);
        },
        batch: receive,
        advertise: (ms) => input?.advertise(ms),
        ended: lose,
      });
      if (!head?.running) events.failed(head?.reason ?? 'The master is not on this engine.');
    },
    close(reason) {
      unsubscribe?.();
      unsubscribe = undefined;
      head = undefined;
      lose(reason);
    },
  };
};

const samplesOf = ({ codec, sample_rate }: StreamFormat): number => {
  if (codec === 'aac') return 1024;
  return sample_rate >= 32_000 ? 1152 : 576;
};
