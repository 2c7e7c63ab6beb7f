import type { Converters } from '#streaming/adapt/converters.ts';
import { createConversionLine } from '#streaming/adapt/conversion-line.ts';
import { advise } from '#streaming/adapt/advice.ts';
import { sniff, sniffBytes, type InputFormat } from '#streaming/adapt/input-format.ts';
import { createOggChain, type ChainPart } from '#streaming/adapt/ogg-chain.ts';
import { createOggTitles, type OggTitles } from '#streaming/adapt/ogg-titles.ts';
import { createFrameParser, type FrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame, FrameHeader } from '#streaming/frames/frame.ts';
import { leadInFrames } from '#streaming/frames/lead-in.ts';
import type { EncoderInput } from '#streaming/base/encoder-link.ts';
import { minuteMs } from '#contract/time.ts';

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
/** Variable bit rates fluctuate around their nominal value. */
const tolerance = 1.15;
/** A source that changes its format more often than this in a minute is disconnected. */
const maxConversions = 20;

/**
 * Turns one encoder's bytes into frames of its station's format: unchanged where they fit, else through a converter.
 * Follows every format change within the source.
 */
export function createEncoderPipeline(
  input: EncoderInput,
  converters: Converters,
  hints: { contentType: string; bitrate: number | null; hasFixedFormat?: boolean },
  events: PipelineEvents,
): EncoderPipeline {
  let sniffed: InputFormat | undefined;
  let beginning: Buffer[] = [];
  let parser: FrameParser | undefined;
  let titles: OggTitles | undefined;
  let lastHeader: FrameHeader | undefined;
  let chain: ((bytes: Buffer) => ChainPart[]) | undefined;
  let measureRate = createRateMeter();
  let tooHigh: number | undefined;
  let conversions: number[] = [];
  let leadIn = 0;
  let isHeld = false;
  let isClosed = false;
  const line = createConversionLine(converters, {
    frames: acceptConverted,
    drain: resumeSender,
    failed: (reason) => events.refuse(`The audio could not be converted: ${reason}`),
  });

  function begin(bytes: Buffer): void {
    input.begin();
    beginning.push(bytes);
    const all = Buffer.concat(beginning);
    const found = sniff(all, hints.contentType);
    if (found === null || (found === undefined && all.length > sniffBytes)) {
      return events.refuse('The audio format is not recognized.');
    }
    if (!found) return;
    beginning = [];
    sniffed = found;
    if (found.codec === 'mp3' || found.codec === 'aac') parser = createFrameParser(found.codec);
    if (parser) return acceptFrames(parser.push(all), parser.garbage);
    convert(found);
    if (found.demuxer !== 'ogg' || chain) return feed(all);
    titles = createOggTitles((title) => input.title(title, ''));
    chain = createOggChain();
    routeOgg(all, chain);
  }

  function route(bytes: Buffer): void {
    if (parser) return acceptFrames(parser.push(bytes), parser.garbage);
    if (chain) return routeOgg(bytes, chain);
    if (sniffed) feed(bytes);
    else begin(bytes);
  }

  /** Each link of a chain has its own headers, so each gets a conversion of its own. */
  function routeOgg(bytes: Buffer, split: (bytes: Buffer) => ChainPart[]): void {
    titles?.push(bytes);
    for (const part of split(bytes)) {
      if (isClosed) return;
      if (part.begins) {
        line.finish();
        sniffed = undefined;
      }
      if (sniffed) feed(part.bytes);
      else begin(part.bytes);
    }
  }

  function acceptFrames(frames: ParsedFrame[], garbage: number): void {
    if (!lastHeader && frames.length === 0 && garbage > sniffBytes) {
      return events.refuse('The audio format is not recognized.');
    }
    for (const frame of frames) {
      if (isClosed) return;
      if (!lastHeader || !isSameFormat(lastHeader, frame.header)) adoptFormat(frame.header);
      if (line.isOpen) feed(frame.buffer.subarray(frame.start, frame.end));
      else if (leadIn > 0) skip(frame);
      else pass(frame);
    }
  }

  /** Listeners' data use and the account's plan depend on the station's bit rate: an encoder above it is converted. */
  function pass(frame: ParsedFrame): void {
    line.pass(frame);
    const rate = measureRate(frame.end - frame.start, (frame.samples * 1000) / frame.header.sample_rate);
    if (rate === undefined || rate <= input.format.bitrate * tolerance) return;
    tooHigh = rate;
    adoptFormat(frame.header);
  }

  function skip(frame: Frame): void {
    leadIn--;
    input.skip(frame);
  }

  function adoptFormat(header: FrameHeader): void {
    leadIn = lastHeader ? 0 : leadInFrames(header);
    lastHeader = header;
    if (fits(header)) {
      line.finish();
      const { codec, sample_rate, channels } = header;
      const bitrate = header.bitrate || hints.bitrate;
      input.describe({ codec, sample_rate, channels, bitrate, adapted: false, advice: null });
      return;
    }
    line.finish();
    convert({ demuxer: header.codec, ...header });
  }

  function fits(header: FrameHeader): boolean {
    const { codec, sample_rate, channels } = input.format;
    const isSame = header.codec === codec && header.sample_rate === sample_rate && header.channels === channels;
    return isSame && tooHigh === undefined;
  }

  function convert(from: InputFormat): void {
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
    const bitrate = lastHeader?.bitrate || hints.bitrate;
    input.describe({ codec, sample_rate, channels, bitrate, adapted: true, advice });
  }

  function acceptConverted(frames: Frame[]): void {
    for (const frame of frames) input.push(frame);
    if (input.lead >= leadBoundMs) line.pause();
  }

  function feed(bytes: Buffer): void {
    if (!line.write(bytes)) isHeld = true;
  }

  function resumeSender(): void {
    if (!isHeld) return;
    isHeld = false;
    events.resume();
  }

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
      if (sniffed && !parser) return events.refuse('The format of the station changed.');
      line.close();
      lastHeader = undefined;
      tooHigh = undefined;
      measureRate = createRateMeter();
    },
    close() {
      isClosed = true;
      line.close();
    },
  };
}

/** Measures bit rate: returns it after the first two seconds, and then every ten. */
function createRateMeter(): (bytes: number, ms: number) => number | undefined {
  let [bytes, ms, until] = [0, 0, 2000];
  return (addedBytes, addedMs) => {
    bytes += addedBytes;
    ms += addedMs;
    if (ms < until) return undefined;
    const rate = (bytes * 8000) / ms;
    [bytes, ms, until] = [0, 0, 10_000];
    return rate;
  };
}

function isSameFormat(a: FrameHeader, b: FrameHeader): boolean {
  return a.sample_rate === b.sample_rate && a.channels === b.channels;
}
