/** What the sound of a piece is. `samples`: per frame; `rateIndex`: of AAC's table of sampling rates. */
export type SoundKind = {
  codec: 'mp3' | 'mp4a.40.2';
  rate: number;
  rateIndex: number;
  channels: number;
  samples: number;
};
/** Where a frame's sound begins in the piece, and its length in bytes. */
export type FramePlace = [at: number, size: number];

const mp3Rates = [44_100, 48_000, 32_000];
/** Kbit/s of layer III by their index: MPEG 1, then MPEG 2 and 2.5. */
const mp3Bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const lowBitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const aacRates = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];

/**
 * The complete frames of a segment of packed audio (RFC 8216 §3.4), MP3 or ADTS, after its ID3 tag; `kind` is undefined
 * if there are none.
 */
export const framesOf = (bytes: Uint8Array): { kind: SoundKind | undefined; frames: FramePlace[] } => {
  const frames: FramePlace[] = [];
  let kind: SoundKind | undefined;
  for (let at = tagLength(bytes); at + 7 <= bytes.length;) {
    const frame = adtsFrame(bytes, at) ?? mp3Frame(bytes, at);
    if (!frame) at += 1;
    else if (at + frame.whole > bytes.length) break;
    else {
      kind ??= frame.kind;
      frames.push([at + frame.header, frame.whole - frame.header]);
      at += frame.whole;
    }
  }
  return { kind, frames };
};

type Frame = { kind: SoundKind; header: number; whole: number };

const tagLength = (bytes: Uint8Array): number => {
  const [i, d, three, , , , a = 0, b = 0, c = 0, e = 0] = bytes;
  return i === 0x49 && d === 0x44 && three === 0x33 ? 10 + ((a << 21) | (b << 14) | (c << 7) | e) : 0;
};

const adtsFrame = (bytes: Uint8Array, at: number): Frame | undefined => {
  const [sync = 0, flags = 0, format = 0, mode = 0, middle = 0, low = 0] = bytes.subarray(at, at + 6);
  if (sync !== 0xff || (flags & 0xf6) !== 0xf0) return undefined;
  const header = (flags & 1) === 1 ? 7 : 9;
  const whole = ((mode & 3) << 11) | (middle << 3) | (low >> 5);
  const rateIndex = (format >> 2) & 15;
  const rate = aacRates[rateIndex];
  if (rate === undefined || whole <= header) return undefined;
  const channels = ((format & 1) << 2) | (mode >> 6);
  return { kind: { codec: 'mp4a.40.2', rate, rateIndex, channels, samples: 1024 }, header, whole };
};

const mp3Frame = (bytes: Uint8Array, at: number): Frame | undefined => {
  const [sync = 0, flags = 0, format = 0, mode = 0] = bytes.subarray(at, at + 4);
  // Layer III of MPEG 1, 2 or 2.5.
  if (sync !== 0xff || (flags & 0xe6) !== 0xe2 || (flags & 0x18) === 0x08) return undefined;
  const isMpeg1 = (flags & 0x18) === 0x18;
  const fullRate = mp3Rates[(format >> 2) & 3];
  const bitrate = (isMpeg1 ? mp3Bitrates : lowBitrates)[format >> 4];
  if (fullRate === undefined || !bitrate) return undefined;
  const rate = fullRate / (isMpeg1 ? 1 : (flags & 0x18) === 0x10 ? 2 : 4);
  const whole = Math.floor(((isMpeg1 ? 144 : 72) * bitrate * 1000) / rate) + ((format >> 1) & 1);
  const channels = mode >> 6 === 3 ? 1 : 2;
  return {
    kind: { codec: 'mp3', rate, rateIndex: 0, channels, samples: isMpeg1 ? 1152 : 576 },
    header: 0,
    whole,
  };
};
