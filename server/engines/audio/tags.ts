import { parseFile } from 'music-metadata';
import { isrcOf } from '#contract/isrc.ts';
import type { Tags } from './port.ts';

const longest = 300;
const patienceMs = 20_000;

/**
 * Title, artist, album, ISRC and label from ID3v1, ID3v2, Vorbis comments, MP4 or RIFF tags; title and artist that are
 * missing come from a name like `Artist - Title.ext`. Never fails: damaged tags count as none.
 */
export const readTags = async (path: string, filename: string): Promise<Tags> => {
  const tags = await embedded(path);
  if (tags.title) return tags;
  const named = fromFilename(filename);
  return { ...tags, title: named.title, artist: tags.artist || named.artist };
};

const embedded = async (path: string): Promise<Tags> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('reading tags took too long')), patienceMs);
  });
  try {
    const { common } = await Promise.race([parseFile(path, { duration: false, skipCovers: true }), late]);
    return {
      ...{ title: clean(common.title), artist: clean(common.artist), album: clean(common.album) },
      isrc: common.isrc?.map(isrcOf).find((code) => code !== '') ?? '',
      label: clean(common.label?.[0]),
    };
  } catch {
    return { title: '', artist: '', album: '', isrc: '', label: '' };
  } finally {
    clearTimeout(timer);
  }
};

/** `07. Artist - Title.mp3` → artist and title; without a dash all of it is the title. */
export const fromFilename = (filename: string): { title: string; artist: string } => {
  const base = filename.split(/[\\/]/).at(-1) ?? '';
  const bare = clean(base.replace(/\.[A-Za-z0-9]{1,5}$/, '').replaceAll('_', ' '));
  const numbered = bare.replace(/^\d{1,3}\s*[-.)]\s*(?=\S)/, '');
  const parted = /^(.+?)\s+[-–—]\s+(.+)$/.exec(numbered);
  if (parted) return { artist: parted[1]!, title: parted[2]! };
  return { artist: '', title: numbered || 'Untitled' };
};

/** One line, without control characters, of a bearable length. */
const clean = (text: string | undefined): string =>
  repaired(text ?? '')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);

/** RIFF and ID3 fields marked as Latin-1 often hold UTF-8: where every byte agrees, it is read as that. */
const repaired = (text: string): string => {
  if (!/[\u0080-\u00ff]/.test(text) || /[^\u0000-\u00ff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};
