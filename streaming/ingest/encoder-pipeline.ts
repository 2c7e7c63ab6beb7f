import type { Converters } from '#streaming/adapt/converters.ts';
import { createConversionLine } from '#streaming/adapt/conversion-line.ts';
import { advise } from '#streaming/adapt/advice.ts';
import { sniff, sniffBytes, type InputFormat } from '#streaming/adapt/input-format.ts';
import { createOggChain, type ChainPart } from '#streaming/adapt/ogg-chain.ts';
import { createOggTitles, type OggTitles } from '#streaming/adapt/ogg-titles.ts';
import { createFrameParser, type FrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame, FrameHeader } from '#streaming/frames/frame.ts';
import { leadInFrames } from '#streaming/frames/lead-in.ts';
import type { EncoderInput } from '#streaming/station/air.ts';

export type PipelineEvents = {
  /** The sender may go on. */
  resume(): void;
  /** This source can't be taken any longer. */
  refuse(reason: string): void;
};

export type EncoderPipeline = {
  /** False: hold the sender until `resume`. */
  push(bytes: Buffer): boolean;
  /** The lead is back under its bound. */
  relieve(): void;
  /** The station's format changed. */
  reformat(): void;
  close(): void;
};

/** ms of sound that may wait for the air before the sender is held. */
const leadBoundMs = 10_000;
/** Variable bit rates swing about what they were set to. */
const tolerance = 1.15;
/** A source that begins anew more often than this in a minute is let go. */
const mostConversions = 20;
const minuteMs = 60_000;

/** Bytes of one encoder to frames in its station's format: as they are where they fit, else through a converter. Every change in mid-source is followed. */
export function createEncoderPipeline(
  input: EncoderInput,
  converters: Converters,
  hints: { contentType: string; bitrate: number | null },
  events: PipelineEvents,
): EncoderPipeline {
  let sniffed: InputFormat | undefined;
  let beginning: Buffer[] = [];
  let parser: FrameParser | undefined;
  let titles: OggTitles | undefined;
  let heard: FrameHeader | undefined;
  let chain: ((bytes: Buffer) => ChainPart[]) | undefined;
  let weight = createWeight();
  let louder: number | undefined;
  let conversions: number[] = [];
  let quiet = 0;
  let isHeld = false;
  let isClosed = false;
  const line = createConversionLine(converters, {
    frames: takeConverted,
    drain: release,
    failed: (reason) => events.refuse(`The sound could not be converted: ${reason}`),
  });

  function begin(bytes: Buffer): void {
    input.begin();
    beginning.push(bytes);
    const all = Buffer.concat(beginning);
    const found = sniff(all, hints.contentType);
    if (found === null || (found === undefined && all.length > sniffBytes)) {
      return events.refuse('The sound is in no format that is known here.');
    }
    if (!found) return;
    beginning = [];
    sniffed = found;
    if (found.codec === 'mp3' || found.codec === 'aac') parser = createFrameParser(found.codec);
    if (parser) return takeFrames(parser.push(all), parser.garbage);
    convert(found);
    if (found.demuxer !== 'ogg' || chain) return feed(all);
    titles = createOggTitles((title) => input.title(title, ''));
    chain = createOggChain();
    routeOgg(all, chain);
  }

  function route(bytes: Buffer): void {
    if (parser) return takeFrames(parser.push(bytes), parser.garbage);
    if (chain) return routeOgg(bytes, chain);
    if (sniffed) feed(bytes);
    else begin(bytes);
  }

  /** Each link of a chain has headers of its own, so each is converted anew. */
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

  function takeFrames(frames: ParsedFrame[], garbage: number): void {
    if (!heard && frames.length === 0 && garbage > sniffBytes) {
      return events.refuse('The sound is in no format that is known here.');
    }
    for (const frame of frames) {
      if (isClosed) return;
      if (!heard || !isSameFormat(heard, frame.header)) follow(frame.header);
      if (line.isOpen) feed(frame.buffer.subarray(frame.start, frame.end));
      else if (quiet > 0) skip(frame);
      else pass(frame);
    }
  }

  /** The bit rate of a station is what its listeners pay for and what its plan allows: a louder encoder is converted. */
  function pass(frame: ParsedFrame): void {
    line.pass(frame);
    const rate = weight(frame.end - frame.start, (frame.samples * 1000) / frame.header.sample_rate);
    if (rate === undefined || rate <= input.format.bitrate * tolerance) return;
    louder = rate;
    follow(frame.header);
  }

  function skip(frame: Frame): void {
    quiet--;
    input.skip(frame);
  }

  function follow(header: FrameHeader): void {
    quiet = heard ? 0 : leadInFrames(header);
    heard = header;
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
    return isSame && louder === undefined;
  }

  function convert(from: InputFormat): void {
    const now = performance.now();
    conversions = [...conversions.filter((when) => now - when < minuteMs), now];
    if (conversions.length > mostConversions) {
      return events.refuse('The encoder changes its format too often.');
    }
    const target = input.format;
    const refusal = line.open(from, target);
    if (refusal !== undefined) return events.refuse(refusal);
    const { codec, sample_rate, channels } = from;
    const advice = advise(from, target, louder);
    const bitrate = heard?.bitrate || hints.bitrate;
    input.describe({ codec, sample_rate, channels, bitrate, adapted: true, advice });
  }

  function takeConverted(frames: Frame[]): void {
    for (const frame of frames) input.push(frame);
    if (input.lead >= leadBoundMs) line.pause();
  }

  function feed(bytes: Buffer): void {
    if (!line.write(bytes)) isHeld = true;
  }

  function release(): void {
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
      if (!line.isOpen) release();
    },
    reformat() {
      if (sniffed && !parser) return events.refuse('The format of the station changed.');
      line.close();
      heard = undefined;
      louder = undefined;
      weight = createWeight();
    },
    close() {
      isClosed = true;
      line.close();
    },
  };
}

/** Weighs what passes: gives its bit rate after the first two seconds, and then every ten. */
function createWeight(): (bytes: number, ms: number) => number | undefined {
  let [bytes, ms, until] = [0, 0, 2000];
  return (more, lasting) => {
    bytes += more;
    ms += lasting;
    if (ms < until) return undefined;
    const rate = (bytes * 8000) / ms;
    [bytes, ms, until] = [0, 0, 10_000];
    return rate;
  };
}

function isSameFormat(a: FrameHeader, b: FrameHeader): boolean {
  return a.sample_rate === b.sample_rate && a.channels === b.channels;
}
