import * as z from 'zod/mini';
import { AudioEdit, ChangedEpisode, Episode, NewEpisode } from './episode.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { listed, text, whole } from '../rules/listing.ts';

const episodePaths = [
  'podcasts/{podcastKey}/episodes',
  'podcasts/{podcastKey}/episodes/*',
  'podcasts/{podcastKey}',
  'podcasts',
  'stations/*/podcasts',
  'portal/search/podcasts',
] as const;

export { AudioEdit, Episode } from './episode.ts';

/** Spec §4 "Library upload item": while PROCESSING the client polls every second. `progress` is 0–100. */
export const EpisodeTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR']),
  progress: z.number(),
  data: z.nullable(z.object({ key: EpisodeKey })),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
const AcceptedUpload = z.object({
  task: z.string(),
  status: EpisodeTask.shape.status,
  data: z.object({ key: EpisodeKey }),
});
const AudioForm = {
  fields: { name: z.optional(text(500)) },
  file: { field: 'file', maxBytes: limits.uploadMaxBytes },
} as const;
const Logo = { field: 'logo', maxBytes: limits.podcastLogoMaxBytes, optional: true } as const;

/** min and max of each of `perSecond` sections of the uploaded file, −128 to 127, interleaved. */
export const Waveform = z.object({ duration: z.number(), perSecond: z.number(), peaks: z.array(z.number()) });

export const episodes = {
  list: endpoint('GET podcasts/{podcastKey}/episodes', {
    access: 'podcast.read',
    summary: 'The episodes of a {podcast}, newest first',
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
    changes: episodePaths,
  }),
  update: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Change an episode, including its logo',
    form: { json: { field: 'episode', schema: ChangedEpisode }, file: Logo },
    returns: Episode,
    changes: episodePaths,
  }),
  remove: endpoint('DELETE podcasts/{podcastKey}/episodes/{episodeKey}', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Delete an episode and its files',
    changes: [
      'podcasts/{podcastKey}/episodes',
      'podcasts/{podcastKey}',
      'podcasts',
      'stations/*/podcasts',
      'portal/search/podcasts',
    ],
  }),
  upload: endpoint('POST podcasts/upload/{podcastKey}', {
    params: { podcastKey: PodcastKey },
    access: 'podcast.addEpisode',
    summary: 'Upload audio for a new episode (a draft); a task prepares it',
    form: AudioForm,
    returns: AcceptedUpload,
    status: 202,
    audit: false,
    changes: { none: 'The page polls the task, and then fetches the episodes again.' },
  }),
  uploadFor: endpoint('POST podcasts/upload/{podcastKey}/{episodeKey}', {
    params: { podcastKey: PodcastKey, episodeKey: EpisodeKey },
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: "Replace an episode's audio; the old audio is delivered until the new one is ready",
    form: AudioForm,
    returns: AcceptedUpload,
    status: 202,
    audit: false,
    changes: { none: 'The page polls the task, and then fetches the episodes again.' },
  }),
  task: endpoint('GET podcasts/upload/task/{taskId}', {
    params: { taskId: z.string().check(z.maxLength(60)) },
    access: 'user.self',
    summary: 'The progress of an upload; only for users with access to its {podcast}',
    returns: EpisodeTask,
  }),
  edit: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/audio', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Cut and level the audio again from the uploaded file; a task prepares it',
    body: AudioEdit,
    returns: AcceptedUpload,
    status: 202,
    spec: 'own',
    changes: episodePaths,
  }),
  waveform: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/waveform', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'The waveform of the uploaded file',
    returns: Waveform,
    spec: 'own',
  }),
  preview: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/preview', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'URLs, valid for six hours, for editors to listen to the original and the delivered audio',
    returns: z.object({ original: z.nullable(z.string()), delivered: z.nullable(z.string()) }),
    spec: 'own',
  }),
  /** Audio at these URLs: signed for this episode, 6 h; without a session. */
  previewFile: endpoint('GET episodes/{key}', {
    base: 'media',
    access: 'token:episode.preview',
    summary: 'The original or delivered audio of an episode, by a signed link; supports byte ranges',
    query: { token: z.string(), of: z._default(z.enum(['original', 'delivered']), 'delivered') },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  /**
   * Files above `limits.resumableFromBytes` are sent in parts to `/tus/` with this as bearer; metadata: filename,
   * episode.
   */
  uploadToken: endpoint('GET podcasts/{podcastKey}/upload_token', {
    seeAs: false,
    access: 'podcast.addEpisode',
    summary: "The token for resumable uploads to a {podcast}'s episodes; an upload's ID is that of its task",
    returns: z.object({ token: z.string(), url: z.string() }),
    spec: 'own',
  }),
  transcript: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'The transcript of an episode, also of a draft; without a transcript it has no cues',
    returns: z.object({ cues: z.array(z.object({ from: z.number(), to: z.number(), text: z.string() })) }),
    spec: 'own',
  }),
  setTranscript: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Save a transcript (WebVTT or SubRip), published with the episode',
    form: { file: { field: 'file', maxBytes: limits.transcriptMaxBytes } },
    returns: Episode,
    spec: 'own',
    changes: episodePaths,
  }),
  removeTranscript: endpoint('DELETE podcasts/{podcastKey}/episodes/{episodeKey}/transcript', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'path.episodeKey': 'episode.write' },
    summary: 'Remove the transcript',
    returns: Episode,
    spec: 'own',
    changes: episodePaths,
  }),
};
