import type { FrameHeader } from './frame.ts';

const rates = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350];

/** The header of an ADTS AAC frame at `at`; undefined where there is none or it carries no channel layout. */
export const adtsHeader = (bytes: Buffer, at: number): FrameHeader | undefined => {
  if (at + 7 > bytes.length || bytes[at] !== 0xff) return undefined;
  if ((bytes[at + 1]! & 0xf6) !== 0xf0) return undefined;
  const sample_rate = rates[(bytes[at + 2]! >> 2) & 15];
  const layout = ((bytes[at + 2]! & 1) << 2) | (bytes[at + 3]! >> 6);
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  if (!sample_rate || layout === 0 || length < 9) return undefined;
  const blocks = (bytes[at + 6]! & 3) + 1;
  const channels = layout === 7 ? 8 : layout;
  return { codec: 'aac', length, samples: 1024 * blocks, sample_rate, channels, bitrate: 0 };
};
