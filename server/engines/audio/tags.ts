import { isrcOf } from '#contract/rules/isrc.ts';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { Tags } from './port.ts';
import { tagBytes } from './tag-size.ts';
import type { RawTags } from './tags.worker.ts';

const maxLength = 300;
const bounds = { cpuMs: 5000, memoryMb: 512 };
const threads = fairQueue(2);
const parser = new URL('tags.worker.ts', import.meta.url);

/**
 * Title, artist, album, ISRC and label from ID3v1, ID3v2, Vorbis comments, MP4 or RIFF tags; a missing title and
 * artist come from a file name like `Artist - Title.ext`. Damaged tags count as none. Refuses `media.tagsTooLarge`
 * before parsing, and `media.tagsUnreadable` if the parsing thread takes more than 5 s of CPU or 512 MB; parses two
 * files at a time.
 */
export const readTags = async (path: string, filename: string): Promise<Tags> => {
  const tags = await embedded(path);
  if (tags.title) return tags;
  const fallback = fromFilename(filename);
  return { ...tags, title: fallback.title, artist: tags.artist || fallback.artist };
};

const embedded = async (path: string): Promise<Tags> => {
  if ((await tagBytes(path)) > limits.tagMaxBytes)
    refuse('media.tagsTooLarge', { max: `${limits.tagMaxBytes / 1024 ** 2} MB` });
  const outcome = await threads.run(path, () => inThread<RawTags>(parser, { path }, bounds));
  if ('exceeded' in outcome) return refuse('media.tagsUnreadable');
  const { title, artist, album, isrc, label } = outcome.result;
  return {
    ...{ title: clean(title), artist: clean(artist), album: clean(album) },
    isrc: isrc.map(isrcOf).find((code) => code !== '') ?? '',
    label: clean(label),
  };
};

/** `07. Artist - Title.mp3` → artist and title; without a dash, the title only. */
export const fromFilename = (filename: string): { title: string; artist: string } => {
  const base = filename.split(/[\\/]/).at(-1) ?? '';
  const bare = clean(base.replace(/\.[A-Za-z0-9]{1,5}$/, '').replaceAll('_', ' '));
  const unnumbered = bare.replace(/^\d{1,3}\s*[-.)]\s*(?=\S)/, '');
  const parts = /^(.+?)\s+[-–—]\s+(.+)$/.exec(unnumbered);
  if (parts) return { artist: parts[1]!, title: parts[2]! };
  return { artist: '', title: unnumbered || 'Untitled' };
};

/** One line without control characters, of limited length. */
const clean = (text: string | undefined): string =>
  repairEncoding(text ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, maxLength);

/** RIFF and ID3 fields marked as Latin-1 often contain UTF-8: valid UTF-8 is decoded as such. */
const repairEncoding = (text: string): string => {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};
