/* Frame headers of MPEG audio layer III and ADTS AAC, as far as cutting a rendition needs them. */

const mpeg1Bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const mpeg2Bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const mpegRates = [44_100, 48_000, 32_000];

/** The length in bytes of the layer III frame at `at`; 0 if none starts there. */
export const mp3FrameLength = (bytes: Buffer, at: number): number => {
  const [sync, second, third] = [bytes[at], bytes[at + 1], bytes[at + 2]];
  if (sync !== 0xff || second === undefined || third === undefined || (second & 0xe6) !== 0xe2) return 0;
  const version = (second >> 3) & 3;
  const rate = mpegRates[(third >> 2) & 3];
  const mpeg1 = version === 3;
  const kilobits = (mpeg1 ? mpeg1Bitrates : mpeg2Bitrates)[third >> 4];
  if (version === 1 || rate === undefined || !kilobits) return 0;
  const divided = mpeg1 ? rate : version === 2 ? rate / 2 : rate / 4;
  return Math.floor(((mpeg1 ? 144_000 : 72_000) * kilobits) / divided) + ((third >> 1) & 1);
};

/** The length in bytes of the ADTS frame at `at`; 0 if none starts there. */
export const adtsFrameLength = (bytes: Buffer, at: number): number => {
  if (at + 7 > bytes.length || bytes[at] !== 0xff || (bytes[at + 1]! & 0xf6) !== 0xf0) return 0;
  const rateIndex = (bytes[at + 2]! >> 2) & 15;
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  return rateIndex > 12 || length < 8 ? 0 : length;
};

/** Samples per channel in one frame at the sample rates of stations (MPEG-1). */
export const samplesPerFrame = { mp3: 1152, aac: 1024 } as const;

/** The maximum frame length, in bytes. */
export const maxFrameLength = 8192;

/** How many bytes before its frame an MPEG-1 layer III frame's main data begins; 0 without bit reservoir. */
export const mainDataBegin = (bytes: Buffer, at: number): number => {
  const afterHeader = at + (bytes[at + 1]! & 1 ? 4 : 6);
  return (bytes[afterHeader]! << 1) | (bytes[afterHeader + 1]! >> 7);
};
