import type { ConversionLine } from '#streaming/adapt/conversion-line.ts';
import { sniffBytes } from '#streaming/adapt/input-format.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import type { ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { FrameHeader } from '#streaming/frames/frame.ts';
import { leadInFrames } from '#streaming/frames/lead-in.ts';

/** The frames of an encoder that sends MP3 or AAC. */
export type FrameIntake = {
  /** `garbage`: bytes so far that are in no frame. */
  accept(frames: ParsedFrame[], garbage: number): void;
  /** The station's format changed. */
  reformat(): void;
};

type Options = {
  input: EncoderInput;
  line: ConversionLine;
  /** What the encoder says its bit rate is, bit/s. */
  bitrate: number | null;
  isClosed(): boolean;
  /** Converts what follows; `tooHigh`: its bit rate, if that is why. */
  convert(from: FrameHeader, tooHigh: number | undefined): void;
  /** Bytes to be converted. */
  feed(bytes: Buffer): void;
  refuse(reason: string): void;
};

/** Variable bit rates fluctuate around their nominal value. */
const tolerance = 1.15;

/** Passes frames in the station's format on unchanged, and all others to a converter. */
export const createFrameIntake = ({ input, line, isClosed, convert, feed, refuse, ...hints }: Options): FrameIntake => {
  let lastHeader: FrameHeader | undefined;
  /** Frames of the encoder's lead-in still to come. */
  let leadIn = 0;
  let measureRate = createRateMeter();
  let tooHigh: number | undefined;

  const fits = (header: FrameHeader): boolean => {
    const { codec, sample_rate, channels } = input.format;
    const isSame = header.codec === codec && header.sample_rate === sample_rate && header.channels === channels;
    return isSame && tooHigh === undefined;
  };

  const adoptFormat = (header: FrameHeader): void => {
    leadIn = lastHeader ? 0 : leadInFrames(header);
    lastHeader = header;
    line.finish();
    if (!fits(header)) return convert(header, tooHigh);
    const { codec, sample_rate, channels } = header;
    const bitrate = header.bitrate || hints.bitrate;
    input.describe({ codec, sample_rate, channels, bitrate, adapted: false, advice: null });
  };

  /** Listeners' data use and the account's plan depend on the station's bit rate: an encoder above it is converted. */
  const pass = (frame: ParsedFrame): void => {
    line.pass(frame);
    const rate = measureRate(frame.end - frame.start, (frame.samples * 1000) / frame.header.sample_rate);
    if (rate === undefined || rate <= input.format.bitrate * tolerance) return;
    tooHigh = rate;
    adoptFormat(frame.header);
  };

  return {
    accept(frames, garbage) {
      if (!lastHeader && frames.length === 0 && garbage > sniffBytes) {
        return refuse('The audio format is not recognized.');
      }
      for (const frame of frames) {
        if (isClosed()) return;
        if (!lastHeader || !isSameFormat(lastHeader, frame.header)) adoptFormat(frame.header);
        if (line.isOpen) feed(frame.buffer.subarray(frame.start, frame.end));
        else if (leadIn > 0) {
          leadIn--;
          input.skip(frame);
        } else pass(frame);
      }
    },
    reformat() {
      lastHeader = undefined;
      tooHigh = undefined;
      measureRate = createRateMeter();
    },
  };
};

/** Measures bit rate: returns it after the first two seconds, and then every ten. */
const createRateMeter = (): ((bytes: number, ms: number) => number | undefined) => {
  let [bytes, ms, until] = [0, 0, 2000];
  return (addedBytes, addedMs) => {
    bytes += addedBytes;
    ms += addedMs;
    if (ms < until) return undefined;
    const rate = (bytes * 8000) / ms;
    [bytes, ms, until] = [0, 0, 10_000];
    return rate;
  };
};

const isSameFormat = (a: FrameHeader, b: FrameHeader): boolean =>
  a.sample_rate === b.sample_rate && a.channels === b.channels;
