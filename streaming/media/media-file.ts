import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** A file of the portal's storage: its key, and what its bytes must be. */
export type MediaFile = { path: string; bytes?: number | undefined; sha256?: string | undefined };

/** A file that can be fetched; `name` is its name in the cache, another one for other bytes under the same key. */
export type FetchableFile = MediaFile & { name: string; bytes: number };

const endings = ['.mp3', '.aac', '.ul'];

/** Undefined for a file of which too little is known, as from older portals. */
export const fetchable = (file: MediaFile): FetchableFile | undefined => {
  const { path, bytes, sha256 } = file;
  if (bytes === undefined || bytes <= 0) return undefined;
  const mark =
    sha256 ??
    createHash('sha256')
      .update(`${path} ${String(bytes)}`)
      .digest('hex');
  const ending = extname(path);
  return { path, bytes, sha256, name: `${mark}${endings.includes(ending) ? ending : ''}` };
};
