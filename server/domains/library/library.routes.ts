import type { StationKey } from '#contract/rules/keys.ts';
import { reserveStorage } from '#server/domains/billing/storage.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { BeforeBodies } from '#server/kernel/http/before-body.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { sendStored } from '#server/kernel/http/range.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { addUrl } from './add-url.ts';
import { removeArtwork, setArtwork } from './artwork.ts';
import { deleteTracks } from './delete-tracks.ts';
import * as library from './library.service.ts';
import { changeTags, getTags } from './tags.ts';
import { updateTracks } from './update-tracks.ts';
import { acceptUpload } from './upload.ts';

/** Reserves storage for an upload before its body is read. */
export const libraryBeforeBody = (kernel: Kernel): Pick<BeforeBodies, 'library'> => ({
  library: {
    upload: ({ token, who }, length) => reserveStorage(kernel, { station_key: token?.resource ?? '' }, length, who),
  },
});

/** Handlers of the media library; the token names the station. */
export const libraryRoutes = (
  kernel: Kernel,
  engines: { audio: AudioEngine; images: ImageEngine },
): Handlers<'library'> => {
  const deps = { ...kernel, ...engines };
  const stationOf = ({ token }: { token: { resource: string } }): StationKey => token.resource as StationKey;
  return {
    token: ({ params, who }) => library.issueToken(kernel, params.id, who.id),
    list: (call) => library.listTracks(kernel, stationOf(call), call.query),
    search: (call) => library.listTracks(kernel, stationOf(call), call.query),
    upload: (call) => acceptUpload(deps, stationOf(call), call.who, { file: call.file, name: call.fields.name }),
    addUrl: (call) => addUrl(deps, stationOf(call), call.who, call.body.url),
    task: (call) => library.uploadTask(kernel, stationOf(call), call.params.id),
    update: (call) => library.renameTrack(kernel, stationOf(call), call.params.key, call.body),
    updateMany: (call) => updateTracks(kernel, stationOf(call), call.body),
    setArtwork: (call) => setArtwork(deps, stationOf(call), call.params.key, call.file.path),
    removeArtwork: (call) => removeArtwork(kernel, stationOf(call), call.params.key),
    remove: async (call) => void (await deleteTracks(kernel, stationOf(call), [call.params.key], call.query.confirmed)),
    removeMany: (call) => deleteTracks(kernel, stationOf(call), call.body.tracks, call.body.confirmed),
    tags: (call) => getTags(kernel, stationOf(call)),
    changeTags: (call) => changeTags(kernel, stationOf(call), call.body),
    preview: ({ params, who }) => library.previewLink(kernel, params.key, who.id),
    previewFile: async ({ params, request }) => {
      const { path, type, etag } = await library.previewFile(kernel, params.key);
      return await sendStored(kernel.storage, path, request, { type, etag });
    },
  };
};
