/* The Xing or Info header: a silent first frame of an MP3 file that declares its length. */

const mpeg1 = (frame: Buffer): boolean => ((frame[1]! >> 3) & 3) === 3;
const isMono = (frame: Buffer): boolean => frame[3]! >> 6 === 3;

/** The offset of the Xing header: after the frame header and the side information. */
const headerOffset = (frame: Buffer): number => {
  const side = mpeg1(frame) ? (isMono(frame) ? 17 : 32) : isMono(frame) ? 9 : 17;
  return 4 + ((frame[1]! & 1) === 0 ? 2 : 0) + side;
};

/** The number of audio frames this first frame declares: 0 if it doesn't; undefined if it is an audio frame itself. */
export const declaredFrames = (frame: Buffer): number | undefined => {
  const at = headerOffset(frame);
  const mark = frame.toString('latin1', at, at + 4);
  if (frame.toString('latin1', 36, 40) === 'VBRI') return frame.length >= 54 ? frame.readUInt32BE(50) : 0;
  if (mark !== 'Xing' && mark !== 'Info') return undefined;
  const hasFrames = frame.length >= at + 12 && (frame.readUInt32BE(at + 4) & 1) === 1;
  return hasFrames ? frame.readUInt32BE(at + 8) : 0;
};

const flags = { frames: 1, bytes: 2, toc: 4 };

/** The audio that a Xing header describes: its frames, its bytes, and the offset at which each frame begins. */
export type DescribedAudio = { frames: number; bytes: number; offsetOf(frame: number): number };

/**
 * A Xing header frame with the length and seek table of a file with variable bit rate; `like` is one of its frames. Offsets
 * count from behind the header.
 */
export const xingHeader = (like: Buffer, { frames, bytes, offsetOf }: DescribedAudio): Buffer => {
  const head = Buffer.from(like.subarray(0, 4));
  // A frame of 64 kbit/s without checksum or padding has room for the header at every sample rate.
  head[1] = head[1]! | 1;
  head[2] = (mpeg1(like) ? 0x50 : 0x80) | (head[2]! & 0x0c);
  const frame = Buffer.alloc(frameLength(head));
  head.copy(frame);
  const at = headerOffset(frame);
  const total = bytes + frame.length;
  frame.write('Xing', at, 'latin1');
  frame.writeUInt32BE(flags.frames | flags.bytes | flags.toc, at + 4);
  frame.writeUInt32BE(frames, at + 8);
  frame.writeUInt32BE(total, at + 12);
  for (let percent = 0; percent < 100; percent++) {
    const offset = frame.length + offsetOf(Math.floor((frames * percent) / 100));
    frame[at + 16 + percent] = Math.min(255, Math.floor((offset * 256) / total));
  }
  return frame;
};

const rates = [44_100, 48_000, 32_000];
const frameLength = (head: Buffer): number => {
  const rate = rates[(head[2]! >> 2) & 3]!;
  return Math.floor(mpeg1(head) ? (144 * 64_000) / rate : (72 * 64_000) / (rate / 2));
};
