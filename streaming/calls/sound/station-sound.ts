import type { Bus, BusMessage, StationHead } from '#streaming/bus/batch.ts';
import type { Codec } from '../sip/sdp.ts';
import { startDecoder, type Band, type Decoder } from './decoder.ts';
import { encodeG711, packetMs, packetSamples } from './g711.ts';
import { silenceOf } from './g722.ts';

/** A station as its callers hear it. */
export type StationSound = {
  /** Continues with the next 20 ms. */
  advance(): void;
  /** The codec is needed soon. */
  prepare(codec: Codec): void;
  /** These 20 ms in the codec, encoded once for all calls. */
  packet(codec: Codec): Buffer;
  /** Whether these 20 ms are the station's and not silence in its place. */
  isHeard(codec: Codec): boolean;
  /** For how long the station has been silent, ms. */
  silentMs(): number;
  stop(): void;
};

type Options = { bus: Bus; station: string; ffmpeg: string; failed(error: unknown): void; now(): number };

/** So much is decoded before the station starts, to bridge batches that arrive late. */
const leadPackets = 800 / packetMs;
/** Beyond so much, e.g. the burst after a pause, the oldest is left out. */
const mostPackets = 3000 / packetMs;
const restartMs = [200, 1000, 5000, 15_000];
/** G.722 is encoded until so long after its last caller, ms. */
const wideLingerMs = 60_000;

/** Decodes a station of the bus while it has calls, for G.722 while it has such calls; silence where it has no sound. */
export const openStationSound = (options: Options): StationSound => {
  const narrow = openBand(options, 'narrow', packetSamples * 2);
  let wide: BandSound | undefined;
  let wideUsed = 0;
  let encoded: Partial<Record<Codec, Buffer>> = {};
  let lastHeard = options.now();
  const bandOf = (codec: Codec): BandSound => {
    if (codec !== 'g722') return narrow;
    wideUsed = options.now();
    return (wide ??= openBand(options, 'wide', packetSamples));
  };
  const encode = (codec: Codec): Buffer => {
    const { current } = bandOf(codec);
    if (!current) return silenceOf(codec);
    return codec === 'g722' ? current : encodeG711(codec, current);
  };
  const packetOf = (codec: Codec): Buffer => (encoded[codec] ??= encode(codec));
  return {
    advance() {
      narrow.advance();
      wide?.advance();
      encoded = {};
      if (narrow.current) lastHeard = options.now();
      if (!wide || options.now() - wideUsed <= wideLingerMs) return;
      wide.stop();
      wide = undefined;
    },
    prepare: (codec) => void bandOf(codec),
    packet: packetOf,
    isHeard: (codec) => packetOf(codec) !== silenceOf(codec),
    silentMs() {
      return options.now() - lastHeard;
    },
    stop() {
      narrow.stop();
      wide?.stop();
    },
  };
};

type BandSound = { advance(): void; readonly current: Buffer | undefined; stop(): void };

/** The station in one band, in packets of 20 ms. */
const openBand = (options: Options, band: Band, packetBytes: number): BandSound => {
  const queue: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let current: Buffer | undefined;
  let isPlaying = false;
  const samples = (bytes: Buffer): void => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (; at + packetBytes <= rest.length; at += packetBytes) queue.push(rest.subarray(at, at + packetBytes));
    rest = rest.subarray(at);
    if (queue.length > mostPackets) queue.splice(0, queue.length - leadPackets);
  };
  const decoding = followStation(options, band, samples);
  return {
    advance() {
      isPlaying = queue.length > (isPlaying ? 0 : leadPackets - 1);
      current = isPlaying ? queue.shift() : undefined;
    },
    get current() {
      return current;
    },
    stop: decoding.stop,
  };
};

/** Feeds a decoder with the station's frames; replaces it when the codec changes or when it ends. */
const followStation = (
  { bus, station, ffmpeg, failed }: Options,
  band: Band,
  samples: (bytes: Buffer) => void,
): { stop(): void } => {
  let codec: StationHead['format']['codec'] | undefined;
  let decoder: Decoder | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;

  const start = (): void => {
    timer = undefined;
    if (codec === undefined) return;
    decoder = startDecoder(ffmpeg, codec, band, {
      samples(bytes) {
        failures = 0;
        samples(bytes);
      },
      ended(reason) {
        decoder = undefined;
        failed(new Error(`The decoder of station ${station} ended: ${reason}`));
        timer = setTimeout(start, restartMs[Math.min(failures++, restartMs.length - 1)]);
      },
    });
  };
  const receive = (message: BusMessage): void => {
    if (message.type === 'batch' && message.batch.station === station) decoder?.write(message.batch.data);
    if (message.type !== 'head' || message.head.station !== station || message.head.format.codec === codec) return;
    codec = message.head.format.codec;
    decoder?.stop();
    clearTimeout(timer);
    start();
  };
  const unsubscribe = bus.subscribe(receive);
  return {
    stop() {
      unsubscribe();
      clearTimeout(timer);
      decoder?.stop();
    },
  };
};
