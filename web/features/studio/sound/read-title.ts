import { loadChunk } from '#web/lib/chunks.ts';

/** Read at most this much of a file for its tags. */
const tagBytes = 1024 * 1024;

/** "Artist - Title" of a file's tags, else its name without the extension. */
export const readTitle = async (file: File): Promise<string> => {
  const name = file.name.replace(/\.[^.]{1,5}$/, '');
  try {
    const { parseBlob } = await loadChunk(() => import('music-metadata'));
    const { common } = await parseBlob(file.slice(0, tagBytes, file.type), { duration: false, skipCovers: true });
    const title = [common.artist, common.title].filter(Boolean).join(' - ');
    return common.title ? title : name;
  } catch {
    return name;
  }
};
