import { parentPort, workerData } from 'node:worker_threads';
import { parseFile } from 'music-metadata';

/* Runs in a thread of its own, which tags.ts bounds. */

export type RawTags = { title: string; artist: string; album: string; isrc: string[]; label: string };

/** A tag is cut to this before it leaves the thread: what is shown is shorter. */
const longest = 2000;
const mostIsrcs = 20;
const cut = (text: string | undefined): string => (text ?? '').slice(0, longest);

const read = async (path: string): Promise<RawTags> => {
  try {
    const { common } = await parseFile(path, { duration: false, skipCovers: true });
    return {
      title: cut(common.title),
      artist: cut(common.artist),
      album: cut(common.album),
      isrc: (common.isrc ?? []).slice(0, mostIsrcs).map(cut),
      label: cut(common.label?.[0]),
    };
  } catch {
    return { title: '', artist: '', album: '', isrc: [], label: '' };
  }
};

parentPort?.postMessage(await read((workerData as { path: string }).path));
