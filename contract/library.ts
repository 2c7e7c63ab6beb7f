import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { TrackKey } from './keys.ts';
import { limits } from './limits.ts';

/** Spec §3 "Media track". */
export const MediaTrack = z.object({
  key: TrackKey,
  metadata: z.object({ title: z.string(), artist: z.string(), album: z.string() }),
  /** Seconds, from decoding. */
  duration: z.number(),
  size: z.number(),
  filename: z.string(),
  created: z.string(),
  state: z.enum(['ready', 'preparing', 'failed']),
});
export type MediaTrack = z.infer<typeof MediaTrack>;

/** Spec §4: while PROCESSING the client asks again every second. `progress` is 0–100. */
export const UploadTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR']),
  progress: z.number(),
  data: z.nullable(z.object({ key: TrackKey })),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type UploadTask = z.infer<typeof UploadTask>;

const MediaPage = z.object({ tracks: z.array(MediaTrack), total: z.number() });
const page = {
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), limits.mediaListLimit),
};

export const library = {
  token: endpoint('GET stations/{id}/library_token/', {
    access: 'station.readLibrary',
    summary: "The media library service's token of a station",
    returns: z.object({ token: z.string(), url: z.string(), uploader: z.string() }),
  }),
  list: endpoint('GET api/media/', {
    base: 'media',
    access: 'token:library',
    summary: 'The tracks of a station, newest first',
    query: page,
    returns: MediaPage,
  }),
  search: endpoint('GET api/media/search', {
    base: 'media',
    access: 'token:library',
    summary: 'The tracks whose title, artist or album contain the words',
    query: { ...page, search: z.string().check(z.minLength(1), z.maxLength(200)) },
    returns: MediaPage,
  }),
  upload: endpoint('POST upload/', {
    base: 'media',
    access: 'token:library',
    summary: 'Upload one audio file; its preparation is a task',
    audit: false,
    query: { token: z.string(), folder: z._default(z.string(), 'default') },
    form: {
      fields: { name: z.optional(z.string().check(z.maxLength(500))) },
      file: { field: 'file', maxBytes: limits.uploadMaxBytes },
    },
    returns: z.object({ task: z.string(), status: UploadTask.shape.status, data: UploadTask.shape.data }),
    status: 202,
  }),
  task: endpoint('GET task/{id}', {
    base: 'media',
    access: 'token:library',
    summary: 'How far an upload is',
    params: { id: z.string().check(z.maxLength(60)) },
    returns: UploadTask,
  }),
  update: endpoint('PUT api/media/{key}', {
    base: 'media',
    access: 'token:library',
    summary: "Change a track's title, artist and album",
    params: { key: TrackKey },
    body: z.object({
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
      artist: z.string().check(z.trim(), z.maxLength(300)),
      album: z.string().check(z.trim(), z.maxLength(300)),
    }),
    returns: MediaTrack,
  }),
  /** A link to listen to a track in the page: signed for this track, 6 h; carries no session. */
  preview: endpoint('GET tracks/{key}/preview', {
    access: 'track.read',
    summary: 'A signed link to listen to a track',
    returns: z.object({ url: z.string() }),
    spec: 'own',
  }),
  previewFile: endpoint('GET preview/{key}', {
    base: 'media',
    access: 'token:media.preview',
    summary: 'The sound of a track, by a signed link; byte ranges are served',
    params: { key: TrackKey },
    query: { token: z.string() },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
};
