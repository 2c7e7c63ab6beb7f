import { createHash } from 'node:crypto';
import { extname } from 'node:path';

/** A file of the portal's storage: its key, which is its path unless it has another one, and what its bytes must be. */
export type MediaFile = {
  path: string;
  storage_key?: string | undefined;
  bytes?: number | undefined;
  sha256?: string | undefined;
};

/** A file that can be fetched; `name` is its name in the cache, another one for other bytes under the same key. */
export type FetchableFile = { key: string; name: string; bytes: number; sha256: string | undefined };

const endings = ['.mp3', '.aac', '.ul'];

/** Undefined for a file of which too little is known, as from older portals. */
export const fetchable = (file: MediaFile): FetchableFile | undefined => {
  const { path, storage_key: key = path, bytes, sha256 } = file;
  if (bytes === undefined || bytes <= 0) return undefined;
  const mark =
    sha256 ??
    createHash('sha256')
      .update(`${key} ${String(bytes)}`)
      .digest('hex');
  const ending = extname(key);
  return { key, bytes, sha256, name: `${mark}${endings.includes(ending) ? ending : ''}` };
};
