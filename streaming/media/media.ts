import { open } from 'node:fs';
import { access } from 'node:fs/promises';
import { pathBelow } from '#streaming/base/path-below.ts';
import { openCacheFolder } from './cache-folder.ts';
import { createDownloads } from './downloads.ts';
import { fetchable, type FetchableFile, type MediaFile } from './media-file.ts';
import { readFailure } from './read-failure.ts';

export type { MediaFile } from './media-file.ts';

/** The audio files that the portal names, wherever they are (ADR 93). */
export type Media = {
  /**
   * Opens a file for reading, at once if it is on this disk, or else once it is fetched; `late` says why it takes longer, and
   * is called again with other reasons. Returns how to stop waiting.
   */
  open(file: MediaFile, on: Opening): () => void;
  /** Its path now, which need not exist. */
  pathOf(file: MediaFile): string;
  /** Its path once it is on this disk; undefined if it isn't in time. */
  obtain(file: MediaFile, withinMs: number): Promise<string | undefined>;
  /** One of these that is on this disk: any that was fetched before, or else the first found among some of them. */
  findHere<File extends MediaFile>(files: readonly File[]): Promise<File | undefined>;
  /** What a station will play next, soonest first: what isn't on this disk is fetched ahead. */
  prefetch(station: string, files: readonly MediaFile[]): void;
  /** Where the portal serves the files. */
  setSource(url: string): void;
  stop(): Promise<void>;
};

export type Opening = { opened(fd: number): void; failed(reason: string): void; late(reason: string): void };

export type MediaOptions = {
  /** The portal's storage, where it is a disk of this machine. */
  mediaDir: string;
  cache?: {
    folder: string;
    maxBytes: number;
    /** Of the control port: signs what is asked of the portal. */
    token: string;
  };
  /** Hears where the portal serves the files, whenever that changes. */
  sourceChanged?(url: string): void;
  failed(error: unknown): void;
};

/** A file that has not arrived after so long is late, ms. */
const lateMs = 3000;
/** A library without a file here has none at all, or hardly any. */
const mostLooks = 50;
const stillFetching = 'its file is still being fetched';

/**
 * Plays files where they lie below `mediaDir`; what isn't there is fetched from the portal into a folder of its own, if there
 * is one.
 */
export const createMedia = ({ mediaDir, cache: at, sourceChanged, failed }: MediaOptions): Media => {
  const cache = at && openCacheFolder(at.folder, at.maxBytes);
  const downloads = cache && createDownloads({ cache, token: at.token, failed });
  const localPath = (file: MediaFile): string => pathBelow(mediaDir, file.path);
  const toFetch = (file: MediaFile): FetchableFile | undefined => (downloads?.source ? fetchable(file) : undefined);
  const cached = (file: MediaFile): FetchableFile | undefined => {
    // Files are named by their hash: computed only where something is cached.
    const found = cache && cache.bytes > 0 ? fetchable(file) : undefined;
    return found && cache?.has(found.name) ? found : undefined;
  };

  const openFile = (file: MediaFile, on: Opening): (() => void) => {
    let stopWaiting: (() => void) | undefined;
    let isStopped = false;

    const openCached = (one: FetchableFile): void => {
      open(cache!.pathOf(one.name), 'r', (error, fd) => {
        if (error?.code === 'ENOENT') return void cache!.forget(one.name).then(() => fetch(one, error), failed);
        if (error) return on.failed(readFailure(error));
        cache!.use(one.name);
        on.opened(fd);
      });
    };
    const fetch = (one: FetchableFile | undefined, error: NodeJS.ErrnoException): void => {
      if (!downloads || !one) return on.failed(readFailure(error));
      if (isStopped) return on.failed(stillFetching);
      const timer = setTimeout(() => on.late(stillFetching), lateMs);
      const end = downloads.want(one, {
        done() {
          clearTimeout(timer);
          openCached(one);
        },
        failed(reason) {
          clearTimeout(timer);
          on.failed(reason);
        },
        delayed: on.late,
      });
      stopWaiting = () => {
        clearTimeout(timer);
        end();
      };
    };

    const here = cached(file);
    if (here) openCached(here);
    else
      open(localPath(file), 'r', (error, fd) => {
        if (!error) on.opened(fd);
        else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') fetch(toFetch(file), error);
        else on.failed(readFailure(error));
      });
    return () => {
      isStopped = true;
      stopWaiting?.();
    };
  };

  return {
    open: openFile,
    async findHere(files) {
      const fetched = files.filter((file) => cached(file));
      if (fetched.length > 0) return fetched[Math.floor(Math.random() * fetched.length)];
      const from = Math.floor(Math.random() * files.length);
      for (const file of [...files.slice(from), ...files.slice(0, from)].slice(0, mostLooks))
        if (await isThere(localPath(file))) return file;
      return undefined;
    },
    pathOf(file) {
      const here = cached(file);
      return here && cache ? cache.pathOf(here.name) : localPath(file);
    },
    async obtain(file, withinMs) {
      if (!cached(file) && (await isThere(localPath(file)))) return localPath(file);
      const one = toFetch(file);
      if (!cache || !downloads || !one) return undefined;
      const isHere = cache.has(one.name) || (await arrives(downloads, one, withinMs));
      if (isHere) cache.use(one.name);
      return isHere ? cache.pathOf(one.name) : undefined;
    },
    prefetch(station, files) {
      if (downloads?.source === undefined) return;
      const unknown = files.filter((file) => {
        const here = cached(file);
        if (here) cache?.use(here.name);
        return !here;
      });
      void missing(unknown, localPath).then((wanted) => downloads.prefetch(station, wanted));
    },
    setSource(url) {
      if (!downloads || downloads.source === url) return;
      downloads.source = url;
      sourceChanged?.(url);
    },
    stop: async () => await downloads?.stop(),
  };
};

const missing = async (
  files: readonly MediaFile[],
  localPath: (file: MediaFile) => string,
): Promise<FetchableFile[]> => {
  const found = await Promise.all(files.map(async (file) => ((await isThere(localPath(file))) ? undefined : file)));
  return found.flatMap((file) => (file && fetchable(file)) ?? []);
};

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

const arrives = (
  downloads: NonNullable<ReturnType<typeof createDownloads>>,
  file: FetchableFile,
  withinMs: number,
): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isHere: boolean): void => {
      clearTimeout(timer);
      stopWaiting();
      resolve(isHere);
    };
    const timer = setTimeout(() => end(false), withinMs);
    const stopWaiting = downloads.want(file, { done: () => end(true), failed: () => end(false), delayed: () => {} });
  });
