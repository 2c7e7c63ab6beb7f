import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { EpisodeTags } from './port.ts';

/* ID3 v2.3 with chapters (CHAP, CTOC), as podcast players read them. */

/** Writes `from` to `out` with this tag, replacing an existing one; the frames are unchanged. */
export const tagEpisode = async (
  from: string,
  tags: EpisodeTags,
  out: string,
): Promise<{ size: number; sha256: string }> => {
  const tag = id3Tag(tags);
  const hash = createHash('sha256');
  const hasher = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  hasher.write(tag);
  await pipeline(
    createReadStream(from, { start: await tagLength(from) }),
    hasher,
    createWriteStream(out, { flush: true }),
  );
  return { size: (await stat(out)).size, sha256: hash.digest('hex') };
};

/** The length of the ID3v2 tag at the start of a file. */
const tagLength = async (path: string): Promise<number> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(10), 0, 10, 0);
    if (bytesRead < 10 || buffer.toString('latin1', 0, 3) !== 'ID3') return 0;
    return 10 + [...buffer.subarray(6, 10)].reduce((sum, digit) => sum * 128 + (digit & 0x7f), 0);
  } finally {
    await file.close();
  }
};

/** The tag itself. */
export const id3Tag = (tags: EpisodeTags): Buffer => {
  const { date, cover } = tags;
  const frames = Buffer.concat([
    text('TIT2', tags.title),
    text('TIT3', tags.subtitle),
    text('TPE1', tags.artist),
    text('TALB', tags.album),
    text('TCON', 'Podcast'),
    text('TYER', date.slice(0, 4)),
    text('TDAT', date === '' ? '' : date.slice(8, 10) + date.slice(5, 7)),
    text('TRCK', tags.episode === null ? '' : String(tags.episode)),
    text('TPOS', tags.season === null ? '' : String(tags.season)),
    ...contents(tags.chapters.length),
    ...tags.chapters.map(chapter),
    ...(cover ? [picture(cover)] : []),
  ]);
  return Buffer.concat([Buffer.from('ID3\x03\x00\x00', 'latin1'), sevenBits(frames.length), frames]);
};

/** Seven bits per byte (synchsafe), so that no size looks like an audio frame. */
const sevenBits = (size: number): Buffer => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));

const frame = (id: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(10);
  head.write(id, 'latin1');
  head.writeUInt32BE(body.length, 4);
  return Buffer.concat([head, body]);
};

/** A text frame in UTF-16 with byte order mark, which every player reads; no frame for empty text. */
const text = (id: string, value: string): Buffer =>
  value === ''
    ? Buffer.alloc(0)
    : frame(id, Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(value, 'utf16le')]));

const picture = (jpeg: Buffer): Buffer =>
  frame('APIC', Buffer.concat([Buffer.from('\x00image/jpeg\x00\x03\x00', 'latin1'), jpeg]));

const chapterId = (i: number): string => `ch${i}`;

const chapter = ({ startMs, endMs, title, url }: EpisodeTags['chapters'][number], i: number): Buffer => {
  const times = Buffer.alloc(16, 0xff);
  times.writeUInt32BE(startMs, 0);
  times.writeUInt32BE(endMs, 4);
  return frame('CHAP', Buffer.concat([terminated(chapterId(i)), times, text('TIT2', title), link(url)]));
};

const link = (url: string): Buffer =>
  url === ''
    ? Buffer.alloc(0)
    : frame(
        'WXXX',
        Buffer.concat([Buffer.from('\x00chapter url\x00', 'latin1'), Buffer.from(encodeURI(decoded(url)), 'latin1')]),
      );

/** URL frames are Latin-1, so URLs are percent-encoded; decoding first avoids encoding twice. */
const decoded = (url: string): string => {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
};

const terminated = (id: string): Buffer => Buffer.from(`${id}\0`, 'latin1');

/** A CTOC frame holds at most 255 entries: more become nested tables. */
const maxInTable = 255;
const contents = (count: number): Buffer[] => {
  if (count === 0) return [];
  const ids = Array.from({ length: count }, (_none, i) => chapterId(i));
  if (count <= maxInTable) return [table('toc', true, ids)];
  const parts = Array.from({ length: Math.ceil(count / maxInTable) }, (_none, i) =>
    ids.slice(i * maxInTable, (i + 1) * maxInTable),
  );
  return [
    table(
      'toc',
      true,
      parts.map((_part, i) => `toc${i}`),
    ),
    ...parts.map((part, i) => table(`toc${i}`, false, part)),
  ];
};

const table = (id: string, isTop: boolean, ids: string[]): Buffer =>
  frame('CTOC', Buffer.concat([terminated(id), Buffer.from([isTop ? 3 : 1, ids.length]), ...ids.map(terminated)]));
