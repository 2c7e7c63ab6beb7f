import type { ReturnsOf, SpecOf } from '#contract/api/http.ts';
import type { StationKey, TrackKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { limits } from '#contract/rules/limits.ts';
import { playout } from '#contract/api/playout.ts';
import { playoutRules } from '#contract/api/playout-rules.ts';
import { sendInParts } from '#web/features/uploads/shared/send-in-parts.ts';
import type { RemoteFile, UploadTask, UploadTarget } from '#web/features/uploads/shared/upload-queue.ts';
import * as uploads from '#web/features/uploads/shared/upload-store.ts';
import { call } from '#web/lib/call.ts';
import { forgetLibraryToken, libraryToken, withLibraryToken } from '#web/parts/library-token.ts';

const words = {
  preparing: 'Processing',
  done: 'Added to the playlist',
  duplicate: 'Already in the library; added to the playlist',
} as const;

/** Where the finished tracks of a station's uploads go: to the playlist, or among the jingles, which are never played as music. */
type Use = { finish: (trackId: TrackKey) => Promise<void>; words: UploadTarget['words'] };

/** The upload target of a station's library: each finished track is used as `use` says. */
const libraryOf = (station: StationKey, use: Use = playlistOf(station)): UploadTarget => ({
  send: (file, signal, onProgress) =>
    'url' in file
      ? withLibraryToken(station, (token) => call(library.addUrl, { body: { url: file.url } }, { signal, token }))
      : file.size > limits.resumableFromBytes
        ? sendInParts(partsOf(station), file, signal, onProgress)
        : withLibraryToken(station, (token) =>
            call(
              library.upload,
              { query: { token }, fields: { name: file.name }, file },
              { signal, onProgress, token },
            ),
          ),
  poll: (id, signal) => withLibraryToken(station, (token) => call(library.task, { params: { id } }, { signal, token })),
  finish: (trackId) => use.finish(trackId as TrackKey),
  words: use.words,
  textOf: (thrown) => uploads.failureText('media.uploadFailed', thrown),
});

const playlistOf = (station: StationKey): Use => ({
  words,
  finish: async (trackId) => {
    const playlist = await call(playout.addTrack, { params: { key: station, trackId } });
    for (const listener of addedListeners) listener(station, playlist);
  },
});

const jinglesOf = (station: StationKey): Use => ({
  words: {
    ...words,
    done: 'Added to the jingles',
    duplicate: 'Already in the library; added to the jingles',
  },
  finish: async (trackId) => {
    await call(playoutRules.addJingles, { params: { key: station }, body: { tracks: [trackId] } });
    for (const listener of jingleListeners) listener(station);
  },
});

const partsOf = (station: StationKey) => ({
  id: station,
  token: () => libraryToken(station),
  renew: () => forgetLibraryToken(station),
});

type AddedListener = (station: StationKey, playlist: ReturnsOf<SpecOf<typeof playout.addTrack>>) => void;
const addedListeners = new Set<AddedListener>();
const jingleListeners = new Set<(station: StationKey) => void>();

/** Queues files for upload to a station's library. */
export const upload = (station: StationKey, files: readonly File[]): void => uploads.upload(libraryOf(station), files);

/** Queues files for upload to a station's library, as jingles. */
export const uploadJingles = (station: StationKey, files: readonly File[]): void =>
  uploads.upload(libraryOf(station, jinglesOf(station)), files);

/** Tracks the progress of a URL that the server fetches. */
export const followUrl = (station: StationKey, file: RemoteFile, sent: UploadTask): void =>
  uploads.follow(libraryOf(station), file, sent);

/** Subscribes to playlists that an upload added a track to. */
export const onTrackAdded = (listener: AddedListener): (() => void) => {
  addedListeners.add(listener);
  return () => void addedListeners.delete(listener);
};

/** Subscribes to stations that an upload added a jingle to. */
export const onJingleAdded = (listener: (station: StationKey) => void): (() => void) => {
  jingleListeners.add(listener);
  return () => void jingleListeners.delete(listener);
};
