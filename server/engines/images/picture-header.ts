/** An image's format and size from its header, without decoding. */
export type PictureHeader = { kind: 'jpeg' | 'png' | 'webp'; width: number; height: number };

/**
 * Format and size of a JPEG, PNG or WebP file by its magic bytes and header, never by its name; undefined for anything
 * else. If a file declares several sizes the largest counts, as a decoder might use any of them.
 */
export const pictureHeader = (bytes: Buffer): PictureHeader | undefined => {
  const kind = kindOf(bytes);
  const size = kind && largest(sizes[kind](bytes));
  return kind && size && size.width > 0 && size.height > 0 ? { kind, ...size } : undefined;
};

type Size = { width: number; height: number };

const kindOf = (bytes: Buffer): PictureHeader['kind'] | undefined => {
  if (bytes.length < 16) return undefined;
  if (bytes.subarray(0, 3).equals(magic.jpeg)) return 'jpeg';
  if (bytes.subarray(0, 8).equals(magic.png)) return 'png';
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'webp' : undefined;
};
const magic = { jpeg: Buffer.from([0xff, 0xd8, 0xff]), png: Buffer.from('89504e470d0a1a0a', 'hex') };

const largest = (found: Size[]): Size | undefined =>
  found.toSorted((one, other) => other.width * other.height - one.width * one.height)[0];

/** The IHDR chunk comes first. */
const pngSizes = (bytes: Buffer): Size[] =>
  bytes.length >= 24 && bytes.toString('latin1', 12, 16) === 'IHDR'
    ? [{ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }]
    : [];

/** Sizes in the frame headers (SOF0 to SOF15 but DHT, JPG and DAC) before the first scan; none if truncated. */
const jpegSizes = (bytes: Buffer): Size[] => {
  const found: Size[] = [];
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return found;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xda || marker === 0xd9) return bytes.includes(endOfJpeg, at) ? found : [];
    // A fill byte, or a marker without payload.
    if (marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      found.push({ height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) });
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return found;
};

const endOfJpeg = Buffer.from([0xff, 0xd9]);

/** Sizes of the canvas of an extended file, its frames, and bitstreams outside of frames. */
const webpSizes = (bytes: Buffer): Size[] => {
  const found: Size[] = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const chunk = bytes.toString('latin1', at, at + 4);
    const size = webpChunks[chunk]?.(bytes.subarray(at + 8));
    if (size) found.push(size);
    const length = bytes.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return found;
};

const webpChunks: Record<string, (chunk: Buffer) => Size | undefined> = {
  VP8X: (chunk) => sizeOf24(chunk, 4),
  ANMF: (chunk) => sizeOf24(chunk, 6),
  'VP8 ': (chunk) =>
    chunk.length < 10 ? undefined : { width: chunk.readUInt16LE(6) & 0x3fff, height: chunk.readUInt16LE(8) & 0x3fff },
  VP8L: (chunk) => {
    if (chunk.length < 5) return undefined;
    const bits = chunk.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
  },
};

const sizeOf24 = (chunk: Buffer, at: number): Size | undefined =>
  chunk.length < at + 6 ? undefined : { width: chunk.readUIntLE(at, 3) + 1, height: chunk.readUIntLE(at + 3, 3) + 1 };

const sizes = { jpeg: jpegSizes, png: pngSizes, webp: webpSizes };
