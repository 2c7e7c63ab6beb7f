import { endAmong, startAmong, type InsertedTime } from '#shared/ads/inserted-time.ts';

const frameHeader = 10;

/**
 * Moves the chapters of an ID3 tag (v2.3 or 2.4) in place, by what was inserted before them: one that begins at an
 * insertion begins behind it, one that ends there ends before it. Insertions are in order.
 */
export const moveChapters = (tag: Buffer, inserted: readonly InsertedTime[]): void => {
  const version = tag[3];
  if (tag.length < frameHeader || (version !== 3 && version !== 4)) return;
  for (let at = frameHeader; at + frameHeader <= tag.length && tag[at] !== 0;) {
    const size = version === 4 ? sevenBits(tag, at + 4) : tag.readUInt32BE(at + 4);
    const end = at + frameHeader + size;
    if (end > tag.length) return;
    if (tag.toString('latin1', at, at + 4) === 'CHAP') moveChapter(tag.subarray(at + frameHeader, end), inserted);
    at = end;
  }
};

/** A chapter is its ID, a zero, and the ms at which it begins and ends. */
const moveChapter = (body: Buffer, inserted: readonly InsertedTime[]): void => {
  const times = body.indexOf(0) + 1;
  if (times === 0 || times + 8 > body.length) return;
  const [from, to] = [body.readUInt32BE(times), body.readUInt32BE(times + 4)];
  body.writeUInt32BE(startAmong(inserted, from), times);
  body.writeUInt32BE(endAmong(inserted, to), times + 4);
};

const sevenBits = (bytes: Buffer, at: number): number =>
  [...bytes.subarray(at, at + 4)].reduce((sum, digit) => sum * 128 + (digit & 0x7f), 0);
