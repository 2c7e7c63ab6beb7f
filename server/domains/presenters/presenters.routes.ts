import type { ImagesDeps } from '#server/platform/images.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as recordings from './presenter-recordings.ts';
import * as service from './presenters.service.ts';

/** Handlers of a station's presenters. */
export const presentersRoutes = (
  kernel: Kernel,
  { images, live }: Pick<ImagesDeps, 'images'> & { live: LiveHub },
): Handlers<'presenters'> => {
  const deps = { ...kernel, images, live };
  return {
    list: ({ params }) => service.listPresenters(deps, params.key),
    create: ({ params, body }) => service.addPresenter(deps, params.key, body),
    update: ({ params, body }) => service.changePresenter(deps, params.key, params.id, body),
    remove: ({ params }) => service.removePresenter(deps, params.key, params.id),
    newPassword: ({ params }) => service.renewPassword(deps, params.key, params.id),
    setPicture: ({ params, file }) => service.setPresenterPicture(deps, params.key, params.id, file.path),
    removePicture: ({ params }) => service.setPresenterPicture(deps, params.key, params.id, undefined),
    recordings: ({ params }) => recordings.recordingsOf(deps, params.key, params.id),
    recordingLink: ({ params, who }) => recordings.linkToRecording(deps, params.key, params, who),
    removeRecording: ({ params }) => recordings.removeRecording(deps, params.key, params),
    recordingAudio: ({ params, query, request, reply, signal }) =>
      recordings.serveRecording(deps, { ...params, name: query.name }, { request, reply, signal }),
  };
};
