import type { StationKey } from '#contract/keys.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { answerStored } from '#server/kernel/http/range.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as library from './library.service.ts';
import { takeUpload } from './upload.ts';

/** The media library: its token says which station's. */
export const libraryRoutes = (kernel: Kernel, audio: AudioEngine): Handlers<'library'> => ({
  token: ({ params, who }) => library.issueToken(kernel, params.id, who.id),
  list: ({ token, query }) => library.listTracks(kernel, token.resource as StationKey, query),
  search: ({ token, query }) => library.listTracks(kernel, token.resource as StationKey, query),
  upload: ({ token, who, file, fields }) =>
    takeUpload({ ...kernel, audio }, token.resource as StationKey, who, { file, name: fields.name }),
  task: ({ token, params }) => library.uploadTask(kernel, token.resource as StationKey, params.id),
  update: ({ token, params, body }) => library.renameTrack(kernel, token.resource as StationKey, params.key, body),
  preview: ({ params, who }) => library.previewLink(kernel, params.key, who.id),
  previewFile: async ({ params, request }) => {
    const { path, type, etag } = await library.previewFile(kernel, params.key);
    return await answerStored(kernel.storage, path, request, { type, etag });
  },
});
