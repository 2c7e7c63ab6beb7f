import { open } from 'node:fs/promises';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { AudioKind } from './port.ts';
import { mp3FrameLength, adtsFrameLength } from './frames.ts';

const window = 64 * 1024;
/** This many consecutive headers make a match; fewer could be chance. */
const headersInARow = 3;
const maxTags = 5;

/**
 * Identifies a file by its bytes. Refuses an empty one with `media.empty`, and anything that isn't one of the
 * accepted containers with `media.notAudio`: above all playlists, whose entries a decoder would open.
 */
export const identify = async (path: string): Promise<AudioKind> => {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) return refuse('media.empty');
    const head = await readAt(file, 0);
    const kind = sniff(await skipTags(file, head));
    return kind ?? refuse('media.notAudio', { reason: describe(head) });
  } finally {
    await file.close();
  }
};

/** The bytes after the ID3v2 tags; some files have several. */
const skipTags = async (file: Awaited<ReturnType<typeof open>>, head: Buffer): Promise<Buffer> => {
  let bytes = head;
  let position = 0;
  for (let tags = 0; tags < maxTags && bytes.subarray(0, 3).toString('latin1') === 'ID3'; tags++) {
    position += id3Length(bytes);
    bytes = await readAt(file, position);
  }
  return bytes;
};

const readAt = async (file: Awaited<ReturnType<typeof open>>, position: number): Promise<Buffer> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(window), 0, window, position);
  return buffer.subarray(0, bytesRead);
};

/** The total length of an ID3v2 tag, whose size is stored in seven-bit bytes. */
const id3Length = (head: Buffer): number => {
  const digits = [...head.subarray(6, 10)];
  const footer = (head[5] ?? 0) & 0x10 ? 10 : 0;
  return 10 + footer + digits.reduce((sum, digit) => sum * 128 + (digit & 0x7f), 0);
};

/** The container format that starts with these bytes. */
export const sniff = (bytes: Buffer): AudioKind | undefined => {
  const text = (from: number, to: number) => bytes.subarray(from, to).toString('latin1');
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(0, 4) === 'OggS') return 'ogg';
  if ((text(0, 4) === 'RIFF' || text(0, 4) === 'RF64') && text(8, 12) === 'WAVE') return 'wav';
  if (text(4, 8) === 'ftyp') return 'mov';
  if (framesInARow(bytes, mp3FrameLength)) return 'mp3';
  if (framesInARow(bytes, adtsFrameLength)) return 'aac';
  return undefined;
};

const framesInARow = (bytes: Buffer, lengthAt: (bytes: Buffer, at: number) => number): boolean => {
  for (let at = bytes.indexOf(0xff); at >= 0 && at < bytes.length - 8; at = bytes.indexOf(0xff, at + 1)) {
    let next = at;
    let headers = 0;
    while (headers < headersInARow) {
      const length = lengthAt(bytes, next);
      if (length === 0) break;
      headers++;
      next += length;
      // A very short file ends with its last frame.
      if (next === bytes.length && bytes.length < window) return true;
    }
    if (headers === headersInARow) return true;
  }
  return false;
};

const describe = (head: Buffer): string => {
  const beginning = head.subarray(0, 512);
  const text = beginning.toString('latin1').trimStart();
  if (text.startsWith('#EXTM3U') || /^(https?|file|rtmp):\/\//i.test(text)) return 'it is a playlist';
  if (/^<(!doctype|html|\?xml)/i.test(text)) return 'it is a web page or XML';
  if (text.startsWith('%PDF')) return 'it is a PDF';
  if (text.startsWith('PK')) return 'it is a ZIP archive';
  if (!beginning.some((byte) => byte < 9)) return 'it is plain text';
  return 'its format is unknown';
};
