const ticksPerSecond = 90_000n;
const wrap = 1n << 33n;
const owner = Buffer.from('com.apple.streaming.transportStreamTimestamp\0', 'latin1');

/**
 * The ID3 tag at the start of packed audio in HLS (RFC 8216 §3.4): the time of its first sample, on a 33-bit clock at
 * 90 kHz.
 */
export const timestampTag = (microseconds: number): Buffer => {
  const ticks = Buffer.alloc(8);
  ticks.writeBigUInt64BE(((BigInt(Math.round(microseconds)) * ticksPerSecond) / 1_000_000n) % wrap);
  const body = Buffer.concat([owner, ticks]);
  const frame = Buffer.concat([Buffer.from('PRIV'), syncSafe(body.length), Buffer.alloc(2), body]);
  return Buffer.concat([Buffer.from('ID3\x04\0\0', 'latin1'), syncSafe(frame.length), frame]);
};

const syncSafe = (length: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f));
