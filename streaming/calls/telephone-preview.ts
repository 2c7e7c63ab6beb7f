import { PassThrough, type Readable } from 'node:stream';
import { previewSeconds } from '#contract/engine/engine-calls.ts';
import { telephoneRate } from '#shared/telephone-sound.ts';
import type { Bus, FrameBatch, StationHead } from '#streaming/bus/batch.ts';
import { startDecoder } from './sound/decoder.ts';
import { decodeG711, encodeG711 } from './sound/g711.ts';

/** Why nothing can be heard: the station has no sound, too many listen already, or there is no ffmpeg. */
export type NoTelephonePreview = 'silent' | 'busy' | 'ffmpeg';
export type TelephonePreviews = (station: string) => Readable | NoTelephonePreview;

type Options = {
  bus: Bus;
  ffmpeg: string | null;
  /** The audio of a station's burst. */
  recent(station: string): { head: StationHead; batches: FrameBatch[] } | undefined;
  failed(error: unknown): void;
  seconds?: number;
};

const mostAtOnce = 4;
/** As much as a decoder takes at once. */
const mostRecentBytes = 200_000;
/** What a station may be late with in all, ms. */
const patienceMs = 5000;
const bytesPerSample = 2;

/**
 * A station as callers hear it, as a WAV file that is made while it is read: what it has just played, then what it plays.
 * It goes through the same decoder and the same codec as for calls; what is missing at the end is silence.
 */
export const createTelephonePreviews = ({ bus, ffmpeg, recent, failed, ...options }: Options): TelephonePreviews => {
  const { seconds = previewSeconds } = options;
  let running = 0;
  return (station) => {
    const found = recent(station);
    if (!found || found.batches.length === 0) return 'silent';
    if (ffmpeg === null) return 'ffmpeg';
    if (running >= mostAtOnce) return 'busy';
    running += 1;
    const out = new PassThrough();
    let isOver = false;
    let left = seconds * telephoneRate * bytesPerSample;
    out.write(wavHeader(left));
    const decoder = startDecoder(ffmpeg, found.head.format.codec, 'narrow', {
      samples(pcm) {
        const heard = asHeard(pcm).subarray(0, left);
        left -= heard.length;
        out.write(heard);
        if (left === 0) end();
      },
      ended(reason) {
        failed(new Error(`The decoder for a preview of station ${station} ended: ${reason}`));
        end();
      },
    });
    for (const { data } of newest(found.batches)) decoder.write(data);
    const unsubscribe = bus.subscribe((message) => {
      if (message.type === 'batch' && message.batch.station === station) decoder.write(message.batch.data);
    });
    const timer = setTimeout(() => end(), seconds * 1000 + patienceMs);
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      unsubscribe();
      decoder.stop();
      running -= 1;
      if (!out.destroyed) out.end(Buffer.alloc(left));
    };
    // The person left.
    out.once('close', end);
    return out;
  };
};

/** The last of them, which a decoder takes at once. */
const newest = (batches: readonly FrameBatch[]): FrameBatch[] => {
  let from = batches.length;
  for (let bytes = 0; from > 0; from--) {
    bytes += batches[from - 1]!.data.length;
    if (bytes > mostRecentBytes) break;
  }
  return batches.slice(from);
};

/** 16-bit samples with what a telephone's codec leaves of them. */
const asHeard = (pcm: Buffer): Buffer => {
  const heard = decodeG711('pcmu', encodeG711('pcmu', pcm));
  return Buffer.from(heard.buffer, heard.byteOffset, heard.byteLength);
};

const wavHeader = (bytes: number): Buffer => {
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(telephoneRate, 24);
  header.writeUInt32LE(telephoneRate * bytesPerSample, 28);
  header.writeUInt16LE(bytesPerSample, 32);
  header.writeUInt16LE(8 * bytesPerSample, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
};
