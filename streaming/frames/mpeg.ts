import { readBits, writeBits } from './bits.ts';
import type { FrameHeader } from './frame.ts';

const bitratesMpeg1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const bitratesMpeg2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const rates = [44100, 48000, 32000];

/**
 * The header of an MPEG-1, 2 or 2.5 layer III frame at `at`; undefined where there is none. Free format is not
 * supported.
 */
export const mpegHeader = (bytes: Buffer, at: number): FrameHeader | undefined => {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const b1 = bytes[at + 1]!;
  const b2 = bytes[at + 2]!;
  const b3 = bytes[at + 3]!;
  const version = (b1 >> 3) & 3;
  const isLayer3 = (b1 & 0xe6) === 0xe2;
  const bitrateIndex = b2 >> 4;
  const rateIndex = (b2 >> 2) & 3;
  if (!isLayer3 || version === 1 || bitrateIndex === 0 || bitrateIndex === 15) return undefined;
  if (rateIndex === 3 || (b3 & 3) === 2) return undefined;
  const isMpeg1 = version === 3;
  const sample_rate = rates[rateIndex]! >> (isMpeg1 ? 0 : version === 2 ? 1 : 2);
  const bitrate = (isMpeg1 ? bitratesMpeg1 : bitratesMpeg2)[bitrateIndex]! * 1000;
  const padding = (b2 >> 1) & 1;
  return {
    codec: 'mp3',
    length: Math.floor(((isMpeg1 ? 144 : 72) * bitrate) / sample_rate) + padding,
    samples: isMpeg1 ? 1152 : 576,
    sample_rate,
    channels: b3 >> 6 === 3 ? 1 : 2,
    bitrate,
  };
};

/** Position and length of the side information of the MP3 frame at `at`, and whether a checksum precedes it. */
export const sideInfo = (bytes: Buffer, at: number): { at: number; length: number; crc: boolean } => {
  const isMpeg1 = isMpeg1At(bytes, at);
  const isMono = bytes[at + 3]! >> 6 === 3;
  const crc = (bytes[at + 1]! & 1) === 0;
  const length = isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return { at: at + (crc ? 6 : 4), length, crc };
};

/**
 * How many bytes before the MP3 frame at `at` its main data begins (bit reservoir): 9 bits in MPEG-1, 8 in MPEG-2 and
 * 2.5.
 */
export const mainDataBegin = (bytes: Buffer, at: number): number => {
  const isMpeg1 = isMpeg1At(bytes, at);
  const begin = sideInfo(bytes, at).at;
  return isMpeg1 ? (bytes[begin]! << 1) | (bytes[begin + 1]! >> 7) : bytes[begin]!;
};

/**
 * Length of the main data of the MP3 frame at `at`, wherever it begins: the sum over the granules in its side
 * information.
 */
export const mainDataLength = (bytes: Buffer, at: number): number => {
  const { first, each, count } = granules(bytes, at, sideInfo(bytes, at));
  let bits = 0;
  for (let i = 0; i < count; i++) bits += readBits(bytes, first + i * each, 12);
  return Math.ceil(bits / 8);
};

/** Where the fields of each granule and channel begin in the side information, bits; each begins with its length. */
const granules = (bytes: Buffer, at: number, side: { at: number }): { first: number; each: number; count: number } => {
  const isMpeg1 = isMpeg1At(bytes, at);
  const channels = bytes[at + 3]! >> 6 === 3 ? 1 : 2;
  const lead = isMpeg1 ? (channels === 1 ? 18 : 20) : channels === 1 ? 9 : 10;
  return { first: side.at * 8 + lead, each: isMpeg1 ? 59 : 63, count: channels * (isMpeg1 ? 2 : 1) };
};

/** Bits of a granule's length and of its big values, before its gain. */
const gainOffset = 12 + 9;

/**
 * A frame with the header and side information of `head` that uses no bit reservoir and has space for `room` bytes of
 * main data; undefined where no bitrate is large enough.
 */
export const widen = (head: Buffer, room: number): Buffer | undefined => {
  const isMpeg1 = isMpeg1At(head, 0);
  const side = sideInfo(head, 0);
  const start = Buffer.from(head);
  start[side.at] = 0;
  if (isMpeg1) start[side.at + 1]! &= 0x7f;
  for (let index = 1; index < 15; index++) {
    start[2] = (start[2]! & 0x0d) | (index << 4);
    const length = mpegHeader(start, 0)!.length;
    if (length - head.length < room) continue;
    const buffer = Buffer.alloc(length);
    start.copy(buffer);
    if (side.crc) writeCrc(buffer, side);
    return buffer;
  }
  return undefined;
};

/**
 * Mutes the MP3 frame at `at` in place: empty side information, no main data; the bytes that later frames borrow stay.
 * A decoder keeps only what follows the start of a frame's main data: `begin` preserves that many bytes before the
 * frame.
 */
export const mute = (bytes: Buffer, at: number, begin = 0): void => {
  const side = sideInfo(bytes, at);
  bytes.fill(0, side.at, side.at + side.length);
  if (isMpeg1At(bytes, at)) bytes.writeUInt16BE(begin << 7, side.at);
  else bytes[side.at] = begin;
  if (side.crc) writeCrc(bytes, side);
};

/**
 * The most bytes that the MP3 frame at `at` can borrow from those before it: a 9-bit field in MPEG-1, 8-bit in MPEG-2
 * and 2.5.
 */
export const maxReservoir = (bytes: Buffer, at: number): number => (isMpeg1At(bytes, at) ? 511 : 255);

/** What one step of the global gain of an MP3 frame changes, dB. */
export const gainStepDb = 20 * Math.log10(2 ** 0.25);

/** Makes the MP3 frame at `at` quieter in place, by so many steps of its global gain (8 bits of each granule and channel). */
export const lowerGain = (bytes: Buffer, at: number, steps: number): void => {
  const side = sideInfo(bytes, at);
  const { first, each, count } = granules(bytes, at, side);
  for (let i = 0; i < count; i++) {
    const gainAt = first + i * each + gainOffset;
    writeBits(bytes, gainAt, 8, Math.max(0, readBits(bytes, gainAt, 8) - steps));
  }
  if (side.crc) writeCrc(bytes, side);
};

/** The greatest global gain of the MP3 frame at `at` among granules with audio; 0 without any. */
export const loudestGain = (bytes: Buffer, at: number): number => {
  const { first, each, count } = granules(bytes, at, sideInfo(bytes, at));
  let loudest = 0;
  for (let i = 0; i < count; i++) {
    const hasAudio = readBits(bytes, first + i * each, 12) > 0;
    if (hasAudio) loudest = Math.max(loudest, readBits(bytes, first + i * each + gainOffset, 8));
  }
  return loudest;
};

/** Whether the MP3 frame at `at` is an encoder's table of contents (Xing, Info, VBRI) instead of audio. */
export const isContentsFrame = (bytes: Buffer, at: number): boolean => {
  const side = sideInfo(bytes, at);
  return (
    isWord(bytes, side.at + side.length, 'Xing') ||
    isWord(bytes, side.at + side.length, 'Info') ||
    isWord(bytes, at + 36, 'VBRI')
  );
};

/** The bitrates, bit/s, that a frame of MPEG-1 (or 2 and 2.5) layer III can have. */
export const mpegBitrates = (isMpeg1: boolean): number[] =>
  (isMpeg1 ? bitratesMpeg1 : bitratesMpeg2).slice(1).map((kilobits) => kilobits * 1000);

const isMpeg1At = (bytes: Buffer, at: number): boolean => (bytes[at + 1]! & 0x18) === 0x18;

const isWord = (bytes: Buffer, at: number, word: string): boolean => {
  if (at + word.length > bytes.length) return false;
  for (let i = 0; i < word.length; i++) {
    if (bytes[at + i] !== word.charCodeAt(i)) return false;
  }
  return true;
};

const writeCrc = (bytes: Buffer, side: { at: number; length: number }): void => {
  let crc = checksum(0xffff, bytes, side.at - 4, side.at - 2);
  crc = checksum(crc, bytes, side.at, side.at + side.length);
  bytes.writeUInt16BE(crc, side.at - 2);
};

const checksum = (start: number, bytes: Buffer, from: number, to: number): number => {
  let crc = start;
  for (let at = from; at < to; at++) {
    crc ^= bytes[at]! << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x8005 : crc << 1;
    crc &= 0xffff;
  }
  return crc;
};
