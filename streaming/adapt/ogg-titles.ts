import { cleanTitle } from '#streaming/base/form.ts';
import { titleOf } from '#streaming/base/titles.ts';

/** Reads titles from the bytes that pass through. */
export type OggTitles = { push(bytes: Buffer): void };

const pageWord = Buffer.from('OggS');
const pageHeader = 27;
const begins = 2;
/** A comment may contain a picture; bytes beyond this are not read. */
const longestComment = 262_144;
const nothing = Buffer.alloc(0);

/**
 * Reports the titles embedded in an Ogg stream: each track's comment, as Liquidsoap, BUTT and ices send them in place
 * of a metadata call. A track without a title clears the one before it (''); otherwise nothing is reported for it.
 */
export const createOggTitles = (onTitle: (title: string) => void): OggTitles => {
  let unread: Buffer = nothing;
  let skip = 0;
  let serial: number | undefined;
  let comment: Buffer[] = [];
  let last = '';

  const readPage = (page: Buffer, segments: Buffer): void => {
    if (page[5]! & begins) {
      serial = page.readUInt32LE(14);
      comment = [];
      return;
    }
    if (page.readUInt32LE(14) !== serial) return;
    const isWhole = segments.some((length) => length < 255);
    comment.push(page.subarray(pageHeader + segments.length));
    const read = comment.reduce((sum, part) => sum + part.length, 0);
    if (!isWhole && read < longestComment) return;
    serial = undefined;
    const title = cleanTitle(titleOf(readComment(Buffer.concat(comment))));
    comment = [];
    if (title !== last) onTitle(title);
    last = title;
  };

  /** Length of the next page, header included; undefined while it is incomplete. */
  const nextPage = (): { length: number; segments: Buffer } | undefined => {
    const at = unread.indexOf(pageWord);
    unread = at < 0 ? unread.subarray(Math.max(0, unread.length - 3)) : unread.subarray(at);
    if (at < 0 || unread.length < pageHeader) return undefined;
    const end = pageHeader + unread[26]!;
    if (unread.length < end) return undefined;
    const segments = unread.subarray(pageHeader, end);
    return { length: end + segments.reduce((sum, length) => sum + length, 0), segments };
  };

  return {
    push(bytes) {
      const passed = Math.min(skip, bytes.length);
      skip -= passed;
      unread = unread.length === 0 ? bytes.subarray(passed) : Buffer.concat([unread, bytes.subarray(passed)]);
      while (unread.length > 0) {
        const page = nextPage();
        if (!page) break;
        const isOfInterest = (unread[5]! & begins) !== 0 || serial !== undefined;
        if (isOfInterest && unread.length < page.length) break;
        if (isOfInterest) readPage(unread.subarray(0, page.length), page.segments);
        skip = Math.max(0, page.length - unread.length);
        unread = unread.subarray(page.length);
      }
    },
  };
};

/** Artist and title of a comment packet of Vorbis, Opus or FLAC in Ogg; empty for any other packet. */
const readComment = (packet: Buffer): { artist: string; title: string } => {
  const tags = new Map<string, string[]>();
  let at = commentStart(packet);
  const text = (): string | undefined => {
    if (at + 4 > packet.length) return undefined;
    const from = at + 4;
    at = from + packet.readUInt32LE(at);
    return at <= packet.length ? packet.toString('utf8', from, at) : undefined;
  };
  if (at > 0 && text() !== undefined) {
    at += 4;
    for (let entry = text(); entry !== undefined; entry = text()) {
      const equals = entry.indexOf('=');
      const name = entry.slice(0, equals).toLowerCase();
      tags.set(name, [...(tags.get(name) ?? []), entry.slice(equals + 1)]);
    }
  }
  const all = (name: string): string => (tags.get(name) ?? []).join(', ');
  return { artist: all('artist'), title: all('title') };
};

const commentStart = (packet: Buffer): number => {
  if (packet.toString('latin1', 0, 7) === '\u0003vorbis') return 7;
  if (packet.toString('latin1', 0, 8) === 'OpusTags') return 8;
  return (packet[0]! & 0x7f) === 4 ? 4 : 0;
};
