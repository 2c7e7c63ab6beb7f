import { reserveStorage } from '#server/domains/billing/storage.service.ts';
import type { AudioEngine } from '#server/engines/audio/port.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import type { BeforeBodies, BeforeBody } from '#server/kernel/http/before-body.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import { sendStored } from '#server/kernel/http/range.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as episodes from './episodes.service.ts';
import { previewFile, previewLinks, taskOf, waveformOf } from './preview-audio.ts';
import { editEpisodeAudio, acceptEpisodeAudio, acceptedTask } from './accept-audio.ts';
import { cuesOf, removeTranscript, setTranscript } from './transcript.ts';

/** Reserves storage for an upload before its body is read. */
export const episodesBeforeBody = (kernel: Kernel): Pick<BeforeBodies, 'episodes'> => {
  const reserve: BeforeBody = ({ params, who }, length) =>
    reserveStorage(kernel, { podcast_key: String(params['podcastKey']) }, length, who);
  return { episodes: { upload: reserve, uploadFor: reserve } };
};

/** Handlers of the episode and episode audio endpoints. */
export const episodesRoutes = (
  kernel: Kernel,
  engines: { audio: AudioEngine; images: ImageEngine },
): Handlers<'episodes'> => {
  const all = { ...kernel, ...engines };
  return {
    list: ({ params, query }) => episodes.listEpisodes(all, params.podcastKey, query),
    get: ({ params }) => episodes.getEpisode(all, params.episodeKey),
    create: ({ params, body }) => episodes.createEpisode(all, params.podcastKey, body),
    update: ({ params, body, file }) => episodes.changeEpisode(all, params.episodeKey, body, file?.path),
    remove: ({ params }) => episodes.removeEpisode(all, params.episodeKey),
    upload: async ({ params, file, fields, who }) =>
      acceptedTask(await acceptEpisodeAudio(all, params.podcastKey, undefined, uploadedFile(file, fields.name), who)),
    uploadFor: async ({ params, file, fields, who }) =>
      acceptedTask(
        await acceptEpisodeAudio(all, params.podcastKey, params.episodeKey, uploadedFile(file, fields.name), who),
      ),
    task: ({ params, who }) => taskOf(all, params.taskId, who),
    edit: async ({ params, body, who }) =>
      acceptedTask(await editEpisodeAudio(all, params.podcastKey, params.episodeKey, body, who)),
    waveform: ({ params }) => waveformOf(all, params.episodeKey),
    preview: ({ params, who }) => previewLinks(all, params.episodeKey, who.id),
    previewFile: async ({ params, query, request }) => {
      const { path, ...file } = await previewFile(all, params.key, query.of);
      return await sendStored(all.storage, path, request, file);
    },
    uploadToken: async ({ params, who }) => ({
      token: await all.tokens.sign('podcast.upload', params.podcastKey, who.id),
      url: '/tus/',
    }),
    transcript: async ({ params }) => ({ cues: await cuesOf(all, params.episodeKey) }),
    setTranscript: async ({ params, file }) => {
      await setTranscript(all, params.episodeKey, file.path);
      return await episodes.getEpisode(all, params.episodeKey);
    },
    removeTranscript: async ({ params }) => {
      await removeTranscript(all, params.episodeKey);
      return await episodes.getEpisode(all, params.episodeKey);
    },
  };
};

const uploadedFile = (file: { path: string; filename: string }, name: string | undefined) => ({
  path: file.path,
  filename: name ?? file.filename,
});
