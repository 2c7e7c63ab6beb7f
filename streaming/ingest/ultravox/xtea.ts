const delta = 0x9e3779b9;
const rounds = 32;
const keyBytes = 16;
const blockHexDigits = 16;

/**
 * Deciphers Ultravox's variant of XTEA: 8-byte blocks in hex, big-endian, zero-padded; undefined for an incomplete
 * block.
 */
export const decipher = (hex: string, key: string): string | undefined => {
  if (hex.length % blockHexDigits !== 0 || !/^[0-9a-f]*$/i.test(hex)) return undefined;
  const words = keyWords(key);
  const bytes = Buffer.from(hex, 'hex');
  for (let at = 0; at < bytes.length; at += 8) decipherBlock(bytes, at, words);
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
};

const keyWords = (key: string): number[] => {
  const bytes = Buffer.alloc(keyBytes);
  bytes.write(key, 'utf8');
  return [0, 4, 8, 12].map((at) => bytes.readUInt32BE(at));
};

const decipherBlock = (bytes: Buffer, at: number, key: number[]): void => {
  let left = bytes.readUInt32BE(at);
  let right = bytes.readUInt32BE(at + 4);
  let sum = Math.imul(delta, rounds) >>> 0;
  for (let round = 0; round < rounds; round++) {
    right = (right - (mix(left) ^ (sum + key[(sum >>> 11) & 3]!))) >>> 0;
    sum = (sum - delta) >>> 0;
    left = (left - (mix(right) ^ (sum + key[sum & 3]!))) >>> 0;
  }
  bytes.writeUInt32BE(left, at);
  bytes.writeUInt32BE(right, at + 4);
};

const mix = (word: number): number => (((word << 4) ^ (word >>> 5)) + word) | 0;
