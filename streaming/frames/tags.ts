const id3v2 = Buffer.from('ID3');
const id3v1 = Buffer.from('TAG');
const ape = Buffer.from('APETAGEX');

/** Length of the tag (ID3v2, APE, ID3v1) that begins at `at`: 0 for none, -1 while too few bytes are read. */
export const tagLength = (bytes: Buffer, at: number): number => {
  const first = bytes[at];
  if (first === 0x49) return lengthOf(bytes, at, id3v2, 10, id3v2Length);
  if (first === 0x41) return lengthOf(bytes, at, ape, 32, apeLength);
  if (first === 0x54) return lengthOf(bytes, at, id3v1, 3, () => 128);
  return 0;
};

const lengthOf = (
  bytes: Buffer,
  at: number,
  word: Buffer,
  header: number,
  length: (bytes: Buffer, at: number) => number,
): number => {
  const compared = Math.min(word.length, bytes.length - at);
  if (bytes.compare(word, 0, compared, at, at + compared) !== 0) return 0;
  return bytes.length - at < header ? -1 : length(bytes, at);
};

const id3v2Length = (bytes: Buffer, at: number): number => {
  const size = bytes.subarray(at + 6, at + 10);
  if (bytes[at + 3] === 0xff || size.some((byte) => byte > 0x7f)) return 0;
  const footer = bytes[at + 5]! & 0x10 ? 10 : 0;
  return 10 + footer + ((size[0]! << 21) | (size[1]! << 14) | (size[2]! << 7) | size[3]!);
};

const apeLength = (bytes: Buffer, at: number): number => {
  const size = bytes.readUInt32LE(at + 12);
  const isHeader = (bytes.readUInt32LE(at + 20) & 0x20000000) !== 0;
  return isHeader ? 32 + size : 32;
};
