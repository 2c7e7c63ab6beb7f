import { useSyncExternalStore } from 'react';
import { library } from '#contract/library.ts';
import { limits } from '#contract/limits.ts';
import { playout } from '#contract/playout.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { call } from '#web/lib/call.ts';
import { withLibraryToken } from './library-token.ts';
import { sendInParts } from './send-in-parts.ts';
import { beginUploads } from './uploads-begun.ts';
import { createUploadQueue, type Sent, type UploadItem, type UploadState } from './upload-queue.ts';

/** The uploads of this page; they go on while screens change. */
export const uploads = createUploadQueue(
  {
    send: ({ station, file }, signal, onProgress) =>
      'url' in file
        ? withLibraryToken(station, (token) => call(library.addUrl, { body: { url: file.url } }, { signal, token }))
        : file.size > limits.resumableFromBytes
          ? sendInParts(station, file, signal, onProgress)
          : withLibraryToken(station, (token) =>
              call(
                library.upload,
                { query: { token }, fields: { name: file.name }, file },
                { signal, onProgress, token },
              ),
            ),
    poll: (station, id, signal) =>
      withLibraryToken(station, (token) => call(library.task, { params: { id } }, { signal, token })),
    add: async (key, trackId) => {
      const playlist = await call(playout.addTrack, { params: { key, trackId } });
      for (const listener of added) listener(key, playlist);
    },
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    textOf: (thrown) =>
      thrown instanceof Error && thrown.name === 'Error' && thrown.message !== ''
        ? thrown.message
        : asApiError(thrown).message,
  },
  limits.uploadPollMs,
);

type Added = (
  station: UploadItem['station'],
  playlist: Awaited<ReturnType<typeof call<typeof playout.addTrack>>>,
) => void;
const added = new Set<Added>();

/** Puts files into the queue of a station; the tray shows from then on. */
export const upload = (station: UploadItem['station'], files: readonly File[]): void => {
  beginUploads();
  uploads.enqueue(station, files);
};

/** Follows an address that the server fetches; the tray shows from then on. */
export const followAddress = (
  station: UploadItem['station'],
  file: { name: string; url: string },
  sent: Sent,
): void => {
  beginUploads();
  uploads.follow(station, file, sent);
};

/** Hears of each playlist that an upload has been added to. */
export const onTrackAdded = (listener: Added): (() => void) => {
  added.add(listener);
  return () => void added.delete(listener);
};

/** The uploads of this page, as they change. */
export const useUploads = (): UploadState => useSyncExternalStore(uploads.subscribe, uploads.state);
