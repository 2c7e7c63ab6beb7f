/** Audio of `ms` that now plays at `atMs` of the former file. */
export type InsertedTime = { atMs: number; ms: number };

const frameHeader = 10;
/** A chapter that begins where audio was inserted (to the length of a frame) begins behind it. */
const toleranceMs = 30;

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
  const before = (limit: number): number =>
    inserted.filter(({ atMs }) => atMs <= limit).reduce((sum, { ms }) => sum + ms, 0);
  body.writeUInt32BE(from + before(from + toleranceMs), times);
  body.writeUInt32BE(to + before(to - toleranceMs), times + 4);
};

const sevenBits = (bytes: Buffer, at: number): number =>
  [...bytes.subarray(at, at + 4)].reduce((sum, digit) => sum * 128 + (digit & 0x7f), 0);
