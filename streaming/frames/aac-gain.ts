import {
  longBands,
  scaleFactorCode,
  scaleFactorSteps,
  shortBands,
  spectralCodes,
  type PrefixCode,
} from './aac-tables.ts';
import { readBits, writeBits } from './bits.ts';

/**
 * Makes the ADTS frame between `at` and `end` quieter in place, by so many steps of the global gain of each channel. False,
 * and the frame unchanged, unless it is understood to its last bit: AAC-LC without checksum, SBR, prediction or coupling.
 */
export const lowerAacGain = (bytes: Buffer, at: number, end: number, steps: number): boolean => {
  const gains = aacGains(bytes, at, end);
  if (!gains) return false;
  for (const { field, least } of gains) {
    const gain = readBits(bytes, field, 8);
    // No scale factor may fall below 0.
    writeBits(bytes, field, 8, gain - Math.min(steps, gain, Math.max(0, least)));
  }
  return true;
};

/** Where a channel's global gain is, bits, its value, the least of the scale factors that count from it, and whether nothing is coded. */
export type AacGain = { field: number; gain: number; least: number; isSilent: boolean };

/**
 * The global gains of all channels of an ADTS frame. Each but the first lies behind coded values of variable length, so the
 * whole frame is read; undefined unless that ends where the frame ends.
 */
export const aacGains = (bytes: Buffer, at: number, end: number): AacGain[] | undefined => {
  const [profile, rateIndex] = [bytes[at + 2]! >> 6, (bytes[at + 2]! >> 2) & 15];
  const hasChecksum = (bytes[at + 1]! & 1) === 0;
  const hasMoreBlocks = (bytes[at + 6]! & 3) !== 0;
  const [long, short] = [longBands[rateIndex], shortBands[rateIndex]];
  if (profile !== lowComplexity || hasChecksum || hasMoreBlocks || !long || !short) return undefined;
  const frame = { bytes, at: (at + 7) * 8, end: end * 8, bands: { long, short }, gains: [] };
  try {
    readElements(frame);
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
  return (frame.at + 7) >> 3 === end ? frame.gains : undefined;
};

const lowComplexity = 1;

class NotUnderstood extends Error {}

type Frame = {
  bytes: Buffer;
  /** The next bit. */
  at: number;
  end: number;
  bands: { long: readonly number[]; short: readonly number[] };
  gains: AacGain[];
};

/** The kinds of syntactic elements that are read, by their number. */
const elements = { single: 0, pair: 1, lfe: 3, data: 4, fill: 6, end: 7 };
/** Extensions of a fill element that change how loud a frame is: spectral band replication. */
const bandReplication = [13, 14];

const readElements = (frame: Frame): void => {
  for (;;) {
    const element = take(frame, 3);
    if (element === elements.end) return;
    if (element === elements.fill) readFill(frame);
    else if (element === elements.data) readData(frame);
    else if (element === elements.pair) readPair(frame);
    else if (element === elements.single || element === elements.lfe) {
      skip(frame, 4);
      readChannel(frame, undefined);
    } else throw new NotUnderstood();
  }
};

const readFill = (frame: Frame): void => {
  const count = take(frame, 4);
  const bytes = count === 15 ? 14 + take(frame, 8) : count;
  if (bytes > 0 && bandReplication.includes(readBits(frame.bytes, frame.at, 4))) throw new NotUnderstood();
  skip(frame, bytes * 8);
};

const readData = (frame: Frame): void => {
  skip(frame, 4);
  const isAligned = take(frame, 1) === 1;
  const count = take(frame, 8);
  const bytes = count === 255 ? 255 + take(frame, 8) : count;
  if (isAligned) frame.at = (frame.at + 7) & ~7;
  skip(frame, bytes * 8);
};

const readPair = (frame: Frame): void => {
  skip(frame, 4);
  const windows = take(frame, 1) === 1 ? readWindows(frame) : undefined;
  if (windows && take(frame, 2) === 1) skip(frame, windows.groups.length * windows.bandCount);
  readChannel(frame, windows);
  readChannel(frame, windows);
};

/** How a channel's frame is divided: its windows in groups of so many, and the bands that are coded. */
type Windows = { isShort: boolean; groups: number[]; bandCount: number; offsets: readonly number[] };

const readWindows = (frame: Frame): Windows => {
  skip(frame, 1);
  const isShort = take(frame, 2) === 2;
  skip(frame, 1);
  const offsets = isShort ? frame.bands.short : frame.bands.long;
  const bandCount = take(frame, isShort ? 4 : 6);
  if (bandCount >= offsets.length) throw new NotUnderstood();
  if (!isShort) {
    const isPredicted = take(frame, 1) === 1;
    if (isPredicted) throw new NotUnderstood();
    return { isShort, groups: [1], bandCount, offsets };
  }
  const groups = [1];
  for (let bit = 0; bit < 7; bit++) {
    if (take(frame, 1) === 1) groups[groups.length - 1]! += 1;
    else groups.push(1);
  }
  return { isShort, groups, bandCount, offsets };
};

const readChannel = (frame: Frame, shared: Windows | undefined): void => {
  const field = frame.at;
  const gain = take(frame, 8);
  const windows = shared ?? readWindows(frame);
  const codebooks = windows.groups.map(() => readSections(frame, windows));
  const least = readScaleFactors(frame, codebooks, gain);
  const isSilent = codebooks.every((some) => some.every((book) => book === books.zero));
  frame.gains.push({ field, gain, least, isSilent });
  if (take(frame, 1) === 1) readPulses(frame, windows);
  if (take(frame, 1) === 1) readNoiseShaping(frame, windows);
  const hasGainControl = take(frame, 1) === 1;
  if (hasGainControl) throw new NotUnderstood();
  for (const [group, books] of codebooks.entries()) readValues(frame, windows, windows.groups[group]!, books);
};

const books = { zero: 0, escaped: 11, noise: 13, intensities: [14, 15] };

/** The codebook of each coded band of a group. */
const readSections = (frame: Frame, { isShort, bandCount }: Windows): number[] => {
  const [bits, more] = isShort ? [3, 7] : [5, 31];
  const found: number[] = [];
  while (found.length < bandCount) {
    const book = take(frame, 4);
    if (book === 12) throw new NotUnderstood();
    let length = 0;
    for (let part = more; part === more; length += part) part = take(frame, bits);
    if (found.length + length > bandCount) throw new NotUnderstood();
    for (let i = 0; i < length; i++) found.push(book);
  }
  return found;
};

/** The least scale factor of bands with values; Infinity without any. */
const readScaleFactors = (frame: Frame, codebooks: readonly number[][], gain: number): number => {
  let [factor, least, isFirstNoise] = [gain, Infinity, true];
  for (const book of codebooks.flat()) {
    if (book === books.zero) continue;
    if (book === books.noise && isFirstNoise) {
      isFirstNoise = false;
      skip(frame, 9);
      continue;
    }
    const step = scaleFactorSteps[takeCode(frame, scaleFactors)]!;
    if (book > books.escaped) continue;
    factor += step;
    least = Math.min(least, factor);
  }
  return least;
};

const readPulses = (frame: Frame, { isShort }: Windows): void => {
  if (isShort) throw new NotUnderstood();
  const count = take(frame, 2) + 1;
  skip(frame, 6 + count * 9);
};

/** Temporal noise shaping. */
const readNoiseShaping = (frame: Frame, { isShort }: Windows): void => {
  for (let window = 0; window < (isShort ? 8 : 1); window++) {
    const filters = take(frame, isShort ? 1 : 2);
    const resolution = filters > 0 ? take(frame, 1) : 0;
    for (let filter = 0; filter < filters; filter++) {
      skip(frame, isShort ? 4 : 6);
      const order = take(frame, isShort ? 3 : 5);
      if (order === 0) continue;
      skip(frame, 1);
      const isCompressed = take(frame, 1);
      skip(frame, order * (resolution + 3 - isCompressed));
    }
  }
};

const readValues = (frame: Frame, { offsets }: Windows, length: number, codebooks: readonly number[]): void => {
  for (const [band, book] of codebooks.entries()) {
    const code = codes[book];
    if (!code) continue;
    const count = (offsets[band + 1]! - offsets[band]!) * length;
    for (let done = 0; done < count; done += code.values) {
      const extra = code.extra[takeCode(frame, code)]!;
      if (book === books.escaped && extra > 2) readEscapes(frame, extra);
      else skip(frame, extra);
    }
  }
};

const readEscapes = (frame: Frame, extra: number): void => {
  const escapes = extra >= 8 ? 2 : 1;
  skip(frame, extra - 3 * escapes);
  for (let escape = 0; escape < escapes; escape++) {
    let bits = 4;
    while (take(frame, 1) === 1) bits += 1;
    skip(frame, bits);
  }
};

type Code = { first: number[]; before: number[]; counts: readonly number[] };

/** For each length the first codeword, and how many codewords are shorter. */
const codeOf = ({ counts }: PrefixCode): Code => {
  const [first, before]: [number[], number[]] = [[], []];
  let [word, all] = [0, 0];
  for (const count of counts) {
    word *= 2;
    first.push(word);
    before.push(all);
    word += count;
    all += count;
  }
  return { first, before, counts };
};

const scaleFactors = codeOf(scaleFactorCode);
const codes = Array.from({ length: books.escaped + 1 }, (_, book) => {
  const known = spectralCodes[book];
  if (!known) return undefined;
  const size = known.counts.reduce((sum, count) => sum + count, 0);
  const extra = Uint8Array.from({ length: size }, (_size, at) => Number(known.extra?.[at] ?? 0));
  return { ...codeOf(known), values: known.values, extra };
});

/** The number of the next codeword. */
const takeCode = (frame: Frame, { first, before, counts }: Code): number => {
  let word = 0;
  for (let length = 0; length < counts.length; length++) {
    word = word * 2 + take(frame, 1);
    const number = word - first[length]!;
    if (number < counts[length]!) return before[length]! + number;
  }
  throw new NotUnderstood();
};

const take = (frame: Frame, count: number): number => {
  const { bytes, at } = frame;
  skip(frame, count);
  return count === 1 ? (bytes[at >> 3]! >> (7 - (at & 7))) & 1 : readBits(bytes, at, count);
};

const skip = (frame: Frame, count: number): void => {
  frame.at += count;
  if (frame.at > frame.end) throw new NotUnderstood();
};
