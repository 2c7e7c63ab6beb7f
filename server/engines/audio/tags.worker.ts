import { parentPort, workerData } from 'node:worker_threads';
import { parseFile } from 'music-metadata';

/* Runs in a separate thread, whose resources tags.ts limits. */

export type RawTags = { title: string; artist: string; album: string; isrc: string[]; label: string };

/** Tags are truncated to this before they leave the thread; what is shown is shorter. */
const maxLength = 2000;
const maxIsrcs = 20;
const cut = (text: string | undefined): string => (text ?? '').slice(0, maxLength);

const read = async (path: string): Promise<RawTags> => {
  try {
    const { common } = await parseFile(path, { duration: false, skipCovers: true });
    return {
      title: cut(common.title),
      artist: cut(common.artist),
      album: cut(common.album),
      isrc: (common.isrc ?? []).slice(0, maxIsrcs).map(cut),
      label: cut(common.label?.[0]),
    };
  } catch {
    return { title: '', artist: '', album: '', isrc: [], label: '' };
  }
};

parentPort?.postMessage(await read((workerData as { path: string }).path));
