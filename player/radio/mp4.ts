import type { FramePlace, SoundKind } from './frames.ts';

/*
 * MP3 or AAC frames in fragmented MP4 (ISO 14496-12, 14496-14): Firefox takes them only so. Sizes and times are big
 * endian; a box is its length, its name and its content.
 */

type Bytes = number[];

const u32 = (n: number): Bytes => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const u16 = (n: number): Bytes => [(n >> 8) & 255, n & 255];
const zeros = (count: number): Bytes => Array.from({ length: count }, () => 0);
const name = (text: string): Bytes => Array.from(text, (letter) => letter.charCodeAt(0));
const box = (type: string, ...parts: Bytes[]): Bytes => {
  const content = parts.flat();
  return [...u32(content.length + 8), ...name(type), ...content];
};
const one = 0x10000;
const matrix = [...u32(one), ...zeros(12), ...u32(one), ...zeros(12), ...u32(0x4000_0000)];

/** The head of an MP4 stream with one track of this sound: what a source buffer gets first. */
export const mp4Head = (kind: SoundKind): Uint8Array<ArrayBuffer> =>
  new Uint8Array([
    ...box('ftyp', name('isom'), u32(512), name('isomiso5mp41')),
    ...box(
      'moov',
      box('mvhd', zeros(12), u32(kind.rate), u32(0), u32(one), u16(256), zeros(10), matrix, zeros(24), u32(2)),
      trackBox(kind),
      box('mvex', box('trex', zeros(4), u32(1), u32(1), u32(0), u32(0), u32(0))),
    ),
  ]);

const trackBox = (kind: SoundKind): Bytes => {
  const isEnabledInMovie = 7;
  const undeterminedLanguage = 0x55c4;
  return box(
    'trak',
    box('tkhd', u32(isEnabledInMovie), zeros(8), u32(1), zeros(20), u16(256), u16(0), matrix, zeros(8)),
    box(
      'mdia',
      box('mdhd', zeros(12), u32(kind.rate), u32(0), u16(undeterminedLanguage), u16(0)),
      box('hdlr', zeros(8), name('soun'), zeros(13)),
      box(
        'minf',
        box('smhd', zeros(8)),
        box('dinf', box('dref', zeros(4), u32(1), box('url ', u32(1)))),
        box(
          'stbl',
          box('stsd', zeros(4), u32(1), sampleEntry(kind)),
          ...['stts', 'stsc'].map((type) => box(type, zeros(8))),
          box('stsz', zeros(12)),
          box('stco', zeros(8)),
        ),
      ),
    ),
  );
};

/** The sound's format with its elementary stream descriptor; object type 0x6b is MP3, 0x40 is AAC. */
const sampleEntry = ({ codec, rate, rateIndex, channels }: SoundKind): Bytes => {
  const audioObjectType = 2;
  const config =
    codec === 'mp3' ? [] : [5, 2, (audioObjectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)];
  const decoder = [codec === 'mp3' ? 0x6b : 0x40, 0x15, ...zeros(3), ...u32(0), ...u32(0), ...config];
  const descriptor = [3, 3 + 2 + decoder.length + 3, 0, 1, 0, 4, decoder.length, ...decoder, 6, 1, 2];
  return box(
    'mp4a',
    ...[zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u16(rate), u16(0)],
    box('esds', zeros(4), descriptor),
  );
};

/** A fragment with the frames of `bytes`; `number` counts from 1, `at` is its first sample. */
export const mp4Fragment = (
  bytes: Uint8Array,
  sound: { kind: SoundKind; frames: readonly FramePlace[] },
  { number, at }: { number: number; at: number },
): Uint8Array<ArrayBuffer> => {
  const { kind, frames } = sound;
  const sizes = frames.map(([, size]) => size);
  const head = (dataOffset: number): Bytes =>
    box(
      'moof',
      box('mfhd', zeros(4), u32(number)),
      box(
        'traf',
        box('tfhd', u32(0x2_0008), u32(1), u32(kind.samples)),
        box('tfdt', [1, 0, 0, 0], u32(Math.floor(at / 2 ** 32)), u32(at % 2 ** 32)),
        box('trun', u32(0x201), u32(frames.length), u32(dataOffset), sizes.flatMap(u32)),
      ),
    );
  const length = sizes.reduce((sum, size) => sum + size, 0);
  const before = head(head(0).length + 8);
  const whole = new Uint8Array(before.length + 8 + length);
  whole.set([...before, ...u32(length + 8), ...name('mdat')]);
  let to = before.length + 8;
  for (const [from, size] of frames) {
    whole.set(bytes.subarray(from, from + size), to);
    to += size;
  }
  return whole;
};
