/* Test fixtures: audio behind tags that are expensive to parse. */

const frame = (id: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.write(id, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
};

const sevenBits = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));

const tagOf = (frames: Buffer): Buffer =>
  Buffer.concat([Buffer.from('ID3\x03\x00\x00', 'latin1'), sevenBits(frames.length), frames]);

/** About `bytes` bytes of the same frame. */
const repeated = (one: Buffer, bytes: number): Buffer => Buffer.alloc(Math.floor(bytes / one.length) * one.length, one);

/** ID3v2.3 tags of about this many bytes. */
export const hostileTags = {
  PRIV: (bytes: number): Buffer => tagOf(repeated(frame('PRIV', Buffer.from('a\0')), bytes)),
  TXXX: (bytes: number): Buffer => tagOf(repeated(frame('TXXX', Buffer.from('\0a\0b', 'latin1')), bytes)),
  /** One frame that is a list of hundreds of thousands of entries. */
  TIPL: (bytes: number): Buffer =>
    tagOf(frame('IPLS', Buffer.concat([Buffer.from([0]), repeated(Buffer.from('a\0b\0', 'latin1'), bytes)]))),
  /** A tag with one frame. */
  frame: (id: string, body: Buffer): Buffer => tagOf(frame(id, body)),
} as const;
