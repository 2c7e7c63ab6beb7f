import type { Converters } from '#streaming/adapt/converters.ts';
import { createConversionLine } from '#streaming/adapt/conversion-line.ts';
import { advise } from '#streaming/adapt/advice.ts';
import { sniff, sniffBytes, type InputFormat } from '#streaming/adapt/input-format.ts';
import { createOggChain, type ChainPart } from '#streaming/adapt/ogg-chain.ts';
import { createOggTitles, type OggTitles } from '#streaming/adapt/ogg-titles.ts';
import { createFrameParser, type FrameParser } from '#streaming/frames/frame-parser.ts';
import type { Frame } from '#streaming/frames/frame.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import { minuteMs } from '#contract/rules/time.ts';
import { createFrameIntake } from './frame-intake.ts';

export type PipelineEvents = {
  /** The sender may continue. */
  resume(): void;
  /** This source can't be accepted any longer. */
  refuse(reason: string): void;
};

export type EncoderPipeline = {
  /** False: pause the sender until `resume`. */
  push(bytes: Buffer): boolean;
  /** The lead is below its limit again. */
  relieve(): void;
  /** The station's format changed. */
  reformat(): void;
  close(): void;
};

/** ms of audio that may be queued ahead of the station's clock before the sender is paused. */
const leadBoundMs = 10_000;
/** A source that changes its format more often than this in a minute is disconnected. */
const maxConversions = 20;

/**
 * What is known of the bytes that arrive:
 *
 * - `beginning`: not enough was received to know the format;
 * - `frames`: MP3 or AAC, which is parsed;
 * - `other`: a format that is always converted.
 */
type Stage =
  | { readonly stage: 'beginning'; readonly bytes: Buffer[] }
  | { readonly stage: 'frames'; readonly parser: FrameParser }
  | { readonly stage: 'other' };

/** An Ogg stream: each link of its chain begins with headers of its own. */
type Ogg = { readonly titles: OggTitles; readonly split: (bytes: Buffer) => ChainPart[] };

/**
 * Turns one encoder's bytes into frames of its station's format: unchanged where they fit, else through a converter.
 * Follows every format change within the source.
 */
export const createEncoderPipeline = (
  input: EncoderInput,
  converters: Converters,
  hints: { contentType: string; bitrate: number | null; hasFixedFormat?: boolean },
  events: PipelineEvents,
): EncoderPipeline => {
  let stage: Stage = { stage: 'beginning', bytes: [] };
  let ogg: Ogg | undefined;
  let conversions: number[] = [];
  /** Whether the sender is paused. */
  let isHeld = false;
  let isClosed = false;

  const acceptConverted = (frames: Frame[]): void => {
    for (const frame of frames) input.push(frame);
    if (input.lead >= leadBoundMs) line.pause();
  };

  const resumeSender = (): void => {
    if (!isHeld) return;
    isHeld = false;
    events.resume();
  };
  const line = createConversionLine(converters, {
    frames: acceptConverted,
    drain: resumeSender,
    failed: (reason) => events.refuse(`The audio could not be converted: ${reason}`),
  });

  const convert = (from: InputFormat, bitrate: number | null, tooHigh: number | undefined): void => {
    const now = performance.now();
    conversions = [...conversions.filter((when) => now - when < minuteMs), now];
    if (conversions.length > maxConversions) {
      return events.refuse('The encoder changes its format too often.');
    }
    const target = input.format;
    const refusal = line.open(from, target);
    if (refusal !== undefined) return events.refuse(refusal);
    const { codec, sample_rate, channels } = from;
    const advice = hints.hasFixedFormat ? null : advise(from, target, tooHigh);
    input.describe({ codec, sample_rate, channels, bitrate, adapted: true, advice });
  };

  const feed = (bytes: Buffer): void => {
    if (!line.write(bytes)) isHeld = true;
  };
  const intake = createFrameIntake({
    ...{ input, line, bitrate: hints.bitrate, feed, refuse: events.refuse },
    isClosed: () => isClosed,
    convert(header, tooHigh) {
      convert({ demuxer: header.codec, ...header }, header.bitrate || hints.bitrate, tooHigh);
    },
  });

  const begin = (beginning: Buffer[], bytes: Buffer): void => {
    input.begin();
    beginning.push(bytes);
    const all = Buffer.concat(beginning);
    const found = sniff(all, hints.contentType);
    if (found === null || (found === undefined && all.length > sniffBytes)) {
      return events.refuse('The audio format is not recognized.');
    }
    if (!found) return;
    if (found.codec === 'mp3' || found.codec === 'aac') {
      const parser = createFrameParser(found.codec);
      stage = { stage: 'frames', parser };
      return intake.accept(parser.push(all), parser.garbage);
    }
    stage = { stage: 'other' };
    convert(found, hints.bitrate, undefined);
    if (found.demuxer !== 'ogg' || ogg) return feed(all);
    ogg = { titles: createOggTitles((title) => input.title(title, '')), split: createOggChain() };
    routeOgg(all, ogg);
  };

  const route = (bytes: Buffer): void => {
    if (stage.stage === 'frames') return intake.accept(stage.parser.push(bytes), stage.parser.garbage);
    if (ogg) return routeOgg(bytes, ogg);
    routePart(bytes);
  };

  const routePart = (bytes: Buffer): void => {
    if (stage.stage === 'beginning') begin(stage.bytes, bytes);
    else feed(bytes);
  };

  /** Each link of a chain has its own headers, so each gets a conversion of its own. */
  const routeOgg = (bytes: Buffer, { titles, split }: Ogg): void => {
    titles.push(bytes);
    for (const part of split(bytes)) {
      if (isClosed) return;
      if (part.begins) {
        line.finish();
        if (stage.stage === 'other') stage = { stage: 'beginning', bytes: [] };
      }
      routePart(part.bytes);
    }
  };

  return {
    push(bytes) {
      if (isClosed) return true;
      route(bytes);
      if (!line.isOpen && input.lead >= leadBoundMs) isHeld = true;
      return !isHeld;
    },
    relieve() {
      line.resume();
      if (!line.isOpen) resumeSender();
    },
    reformat() {
      if (stage.stage === 'other') return events.refuse('The format of the station changed.');
      line.close();
      intake.reformat();
    },
    close() {
      isClosed = true;
      line.close();
    },
  };
};
