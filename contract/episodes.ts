import * as z from 'zod/mini';
import { AudioEdit, ChangedEpisode, Episode, NewEpisode } from './episode.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey } from './keys.ts';
import { limits } from './limits.ts';
import { listed, text, whole } from './listing.ts';

export { AudioEdit, Episode } from './episode.ts';

/** Spec §4 "Library upload item": while PROCESSING the client asks again every second. `progress` is 0–100. */
export const EpisodeTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR']),
  progress: z.number(),
  data: z.nullable(z.object({ key: EpisodeKey })),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
const Taken = z.object({ task: z.string(), status: EpisodeTask.shape.status, data: z.object({ key: EpisodeKey }) });
const Sound = {
  fields: { name: z.optional(text(500)) },
  file: { field: 'file', maxBytes: limits.uploadMaxBytes },
} as const;
const Logo = { field: 'logo', maxBytes: limits.podcastLogoMaxBytes, optional: true } as const;

/** min and max of each of `perSecond` stretches of the uploaded file, −128 to 127, one after the other. */
export const Waveform = z.object({ duration: z.number(), perSecond: z.number(), peaks: z.array(z.number()) });

export const episodes = {
  list: endpoint('GET podcasts/{podcastKey}/episodes', {
    access: 'podcast.read',
    summary: 'The episodes of a podcast, the newest first',
    query: {
      limit: whole(limits.episodeListPage, 1000),
      offset: whole(0, 1_000_000),
      order: z._default(
        z.enum(['-publish_date', 'publish_date', 'title', '-title', 'duration', '-duration']),
        '-publish_date',
      ),
      search: z.optional(text(100)),
    },
    returns: listed(Episode),
  }),
  get: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'One episode',
    returns: Episode,
  }),
  create: endpoint('POST podcasts/{podcastKey}/episodes', {
    access: 'podcast.addEpisode',
    summary: 'Create an episode without audio',
    body: NewEpisode,
    returns: Episode,
    status: 201,
    idempotent: true,
    spec: 'own',
  }),
  update: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Change an episode, its logo too',
    form: { json: { field: 'episode', schema: ChangedEpisode }, file: Logo },
    returns: Episode,
  }),
  remove: endpoint('DELETE podcasts/{podcastKey}/episodes/{episodeKey}', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Delete an episode with its files',
  }),
  upload: endpoint('POST podcasts/upload/{podcastKey}', {
    params: { podcastKey: PodcastKey },
    access: 'podcast.addEpisode',
    summary: 'Upload audio for a new episode (a draft); its preparation is a task',
    form: Sound,
    returns: Taken,
    status: 202,
    audit: false,
  }),
  uploadFor: endpoint('POST podcasts/upload/{podcastKey}/{episodeKey}', {
    params: { podcastKey: PodcastKey, episodeKey: EpisodeKey },
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: "Replace an episode's audio; what was delivered is delivered until the new one is ready",
    form: Sound,
    returns: Taken,
    status: 202,
    audit: false,
  }),
  task: endpoint('GET podcasts/upload/task/{taskId}', {
    params: { taskId: z.string().check(z.maxLength(60)) },
    access: 'user.self',
    summary: 'How far an upload is; only to those who may see its podcast',
    returns: EpisodeTask,
  }),
  edit: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/audio', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Cut and level the audio anew, from the file as it was uploaded; its preparation is a task',
    body: AudioEdit,
    returns: Taken,
    status: 202,
    spec: 'own',
  }),
  waveform: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/waveform', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'The peaks of the file as it was uploaded',
    returns: Waveform,
    spec: 'own',
  }),
  preview: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/preview', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary:
      'Addresses, good for six hours, at which the original and what is delivered can be heard by those who edit',
    returns: z.object({ original: z.nullable(z.string()), delivered: z.nullable(z.string()) }),
    spec: 'own',
  }),
  /** What is at those addresses: signed for this episode, 6 h; carries no session. */
  previewFile: endpoint('GET episodes/{key}', {
    base: 'media',
    access: 'token:episode.preview',
    summary: 'The sound of an episode, as it came or as it is delivered, by a signed link; byte ranges are served',
    query: { token: z.string(), of: z._default(z.enum(['original', 'delivered']), 'delivered') },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  /** Files above `limits.resumableFromBytes` are sent in parts to `/tus/` with this as bearer; metadata: filename, episode. */
  uploadToken: endpoint('GET podcasts/{podcastKey}/upload_token', {
    access: 'podcast.addEpisode',
    summary: "What uploads in parts to a podcast's episodes are sent with; an upload's id is that of its task",
    returns: z.object({ token: z.string(), url: z.string() }),
    spec: 'own',
  }),
  transcript: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'What is said in an episode and when, of a draft too; no cues where it has no transcript',
    returns: z.object({ cues: z.array(z.object({ from: z.number(), to: z.number(), text: z.string() })) }),
    spec: 'own',
  }),
  setTranscript: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Keep a transcript (WebVTT or SubRip), shown and served with the episode',
    form: { file: { field: 'file', maxBytes: limits.transcriptMaxBytes } },
    returns: Episode,
    spec: 'own',
  }),
  removeTranscript: endpoint('DELETE podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Take the transcript away',
    returns: Episode,
    spec: 'own',
  }),
};
