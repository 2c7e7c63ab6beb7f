import type { Conversion, Converters } from '#streaming/adapt/converters.ts';
import { advise } from '#streaming/adapt/advice.ts';
import { sniff, sniffBytes, type InputFormat } from '#streaming/adapt/input-format.ts';
import { createOggTitles, type OggTitles } from '#streaming/adapt/ogg-titles.ts';
import { createFrameParser, type FrameParser, type ParsedFrame } from '#streaming/frames/frame-parser.ts';
import type { Frame, FrameHeader } from '#streaming/frames/frame.ts';
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
/** A source that changes its format more often than this is let go. */
const mostConversions = 20;

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
  let conversion: Conversion | undefined;
  let conversions = 0;
  let isHeld = false;
  let isClosed = false;

  function begin(bytes: Buffer): void {
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
    if (found.demuxer === 'ogg') titles = createOggTitles((title) => input.title(title, ''));
    route(all);
  }

  function route(bytes: Buffer): void {
    if (parser) return takeFrames(parser.push(bytes), parser.garbage);
    titles?.push(bytes);
    if (!conversion && sniffed) convert(sniffed);
    feed(bytes);
  }

  function takeFrames(frames: ParsedFrame[], garbage: number): void {
    if (!heard && frames.length === 0 && garbage > sniffBytes) {
      return events.refuse('The sound is in no format that is known here.');
    }
    for (const frame of frames) {
      if (isClosed) return;
      if (!heard || !isSameFormat(heard, frame.header)) follow(frame.header);
      if (conversion) feed(frame.buffer.subarray(frame.start, frame.end));
      else input.push(frame);
    }
  }

  function follow(header: FrameHeader): void {
    heard = header;
    conversion?.close();
    conversion = undefined;
    if (fits(header)) {
      const { codec, sample_rate, channels } = header;
      const bitrate = header.bitrate || hints.bitrate;
      input.describe({ codec, sample_rate, channels, bitrate, adapted: false, advice: null });
      return;
    }
    convert({ demuxer: header.codec, ...header });
  }

  function fits(header: FrameHeader): boolean {
    const { codec, sample_rate, channels } = input.format;
    return header.codec === codec && header.sample_rate === sample_rate && header.channels === channels;
  }

  function convert(from: InputFormat): void {
    conversions++;
    if (conversions > mostConversions) {
      return events.refuse('The encoder changes its format too often.');
    }
    const target = input.format;
    const opened = converters.open(from, target, {
      frames: takeConverted,
      drain: release,
      failed: (reason) => events.refuse(`The sound could not be converted: ${reason}`),
    });
    if ('refused' in opened) return events.refuse(opened.refused);
    conversion = opened.conversion;
    const { codec, sample_rate, channels } = from;
    const advice = advise(from, target);
    const bitrate = heard?.bitrate || hints.bitrate;
    input.describe({ codec, sample_rate, channels, bitrate, adapted: true, advice });
  }

  function takeConverted(frames: Frame[]): void {
    for (const frame of frames) input.push(frame);
    if (input.lead >= leadBoundMs) conversion?.pause();
  }

  function feed(bytes: Buffer): void {
    if (conversion && !conversion.write(bytes)) isHeld = true;
  }

  function release(): void {
    if (!isHeld) return;
    isHeld = false;
    events.resume();
  }

  return {
    push(bytes) {
      if (isClosed) return true;
      if (sniffed) route(bytes);
      else begin(bytes);
      if (!conversion && input.lead >= leadBoundMs) isHeld = true;
      return !isHeld;
    },
    relieve() {
      if (conversion) conversion.resume();
      else release();
    },
    reformat() {
      if (sniffed && !parser) return events.refuse('The format of the station changed.');
      conversion?.close();
      conversion = undefined;
      heard = undefined;
    },
    close() {
      isClosed = true;
      conversion?.close();
    },
  };
}

function isSameFormat(a: FrameHeader, b: FrameHeader): boolean {
  return a.sample_rate === b.sample_rate && a.channels === b.channels;
}
