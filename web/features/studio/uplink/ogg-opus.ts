/** Packs Opus packets into Ogg pages (RFC 3533, RFC 7845), which every decoder can join and resynchronize on. */
export type OggOpus = {
  /** The two pages that begin the stream. */
  head(): Uint8Array<ArrayBuffer>;
  /** A page with one packet of so many samples at 48 kHz. */
  page(packet: Uint8Array, samples: number): Uint8Array<ArrayBuffer>;
};

const headerBytes = 27;
/** Samples at the start that an encoder adds and a decoder drops: what libopus needs. */
const preSkip = 312;
const beginsStream = 2;

/** `serial` distinguishes this stream from others. */
export const createOggOpus = (channels: number, serial: number): OggOpus => {
  let sequence = 0;
  let granule = preSkip;
  const page = (packet: Uint8Array, flags: number, position: number): Uint8Array<ArrayBuffer> => {
    const segments = Math.floor(packet.length / 255) + 1;
    const bytes = new Uint8Array(headerBytes + segments + packet.length);
    const view = new DataView(bytes.buffer);
    bytes.set(ascii('OggS'));
    bytes[5] = flags;
    view.setBigUint64(6, BigInt(position), true);
    view.setUint32(14, serial, true);
    view.setUint32(18, sequence++, true);
    bytes[26] = segments;
    bytes.fill(255, headerBytes, headerBytes + segments - 1);
    bytes[headerBytes + segments - 1] = packet.length % 255;
    bytes.set(packet, headerBytes + segments);
    view.setUint32(22, checksum(bytes), true);
    return bytes;
  };
  return {
    head() {
      const [first, second] = [page(opusHead(channels), beginsStream, 0), page(opusTags(), 0, 0)];
      const both = new Uint8Array(first.length + second.length);
      both.set(first);
      both.set(second, first.length);
      return both;
    },
    page(packet, samples) {
      granule += samples;
      return page(packet, 0, granule);
    },
  };
};

const opusHead = (channels: number): Uint8Array => {
  const bytes = new Uint8Array(19);
  const view = new DataView(bytes.buffer);
  bytes.set(ascii('OpusHead'));
  bytes[8] = 1;
  bytes[9] = channels;
  view.setUint16(10, preSkip, true);
  view.setUint32(12, 48_000, true);
  return bytes;
};

const opusTags = (): Uint8Array => {
  const vendor = ascii('studio');
  const bytes = new Uint8Array(16 + vendor.length);
  bytes.set(ascii('OpusTags'));
  new DataView(bytes.buffer).setUint32(8, vendor.length, true);
  bytes.set(vendor, 12);
  return bytes;
};

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** Ogg's CRC: polynomial 0x04c11db7, neither reflected nor inverted. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x80000000 ? (rest << 1) ^ 0x04c11db7 : rest << 1;
  return rest;
});
const checksum = (bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) sum = (sum << 8) ^ table[((sum >>> 24) ^ byte) & 255]!;
  return sum >>> 0;
};
