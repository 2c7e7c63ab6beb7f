import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { Isrc } from '../rules/isrc.ts';
import { TrackKey } from '../rules/keys.ts';
import { limits } from '../rules/limits.ts';
import { text } from '../rules/listing.ts';
import { TrackTag, TrackTags } from './track-tag.ts';
import { webAddress } from '../rules/web-address.ts';

const trackPaths = ['/media/api/media/**', 'stations/*/auto_dj/**'] as const;
const trackAndSpacePaths = ['/media/api/media/**', 'stations/*/auto_dj/**', 'accounts/*/planFeatures'] as const;

/** A use of a track: its position in the station's own playlist (from 1), among the jingles, or in another playlist by its name. */
export const TrackUse = z.object({
  kind: z.enum(['playlist', 'jingles', 'other_playlist']),
  name: z.string(),
  position: z.nullable(z.number()),
});
export type TrackUse = z.infer<typeof TrackUse>;

/** Spec §3 "Media track". */
export const MediaTrack = z.object({
  key: TrackKey,
  /** Royalty reports identify a recording by `isrc` (twelve characters) and `label` (the record label). */
  metadata: z.object({
    title: z.string(),
    artist: z.string(),
    album: z.string(),
    isrc: z.string(),
    label: z.string(),
  }),
  /** URL of its picture; a new picture has a new URL. */
  artwork: z.nullable(z.string()),
  /** Seconds, from decoding. */
  duration: z.number(),
  /** Cue points, and where the audio begins and ends, in seconds into the file. */
  cues: z.object({ from: z.number(), to: z.number(), sound_from: z.number(), sound_to: z.number() }),
  /** Of the uploaded file: bytes, codec (`mp3`, `flac`, …) and bit/s; '' and 0 while unknown. */
  size: z.number(),
  codec: z.string(),
  bitrate: z.number(),
  filename: z.string(),
  /** The URL it was fetched from. */
  url: z.nullable(z.string()),
  created: z.string(),
  state: z.enum(['ready', 'preparing', 'failed']),
  /** In alphabetical order; playlists can find tracks by them. */
  tags: z.array(z.string()),
  used_in: z.array(TrackUse),
});
export type MediaTrack = z.infer<typeof MediaTrack>;

/** Spec §4: while PROCESSING the client polls every second. `progress` is 0–100. */
export const UploadTask = z.object({
  id: z.string(),
  status: z.enum(['PROCESSING', 'SUCCESS', 'ERROR']),
  progress: z.number(),
  data: z.nullable(z.object({ key: TrackKey })),
  /** The same audio is already in the library: `data` is that track. */
  duplicate: z.boolean(),
  error: z.nullable(z.object({ code: z.string(), message: z.string() })),
});
export type UploadTask = z.infer<typeof UploadTask>;

/** `total` is exact to 10,000; then 10,000 and `capped`. */
const MediaPage = z.object({ tracks: z.array(MediaTrack), total: z.number(), capped: z.boolean() });
const page = {
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(10_000_000)), 0),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)), limits.mediaListLimit),
  sortBy: z._default(z.enum(['created', 'title', 'artist', 'duration']), 'created'),
  /** By default, dates sort newest first and names from A on. */
  sortDesc: z.optional(z.stringbool()),
  /** Only tracks with this tag. */
  tag: z.optional(TrackTag),
};
const AcceptedUpload = z.object({
  task: z.string(),
  status: UploadTask.shape.status,
  data: UploadTask.shape.data,
  duplicate: z.boolean(),
});
const Tracks = z.array(TrackKey).check(z.minLength(1), z.maxLength(1000));

/** The tags of a station's library in alphabetical order, with the number of their tracks. */
const LibraryTags = z.object({ tags: z.array(z.object({ tag: z.string(), tracks: z.number() })) });

/** Seconds into a track's file; null for where its audio begins or ends. */
const CuePoint = z.optional(z.nullable(z.number().check(z.gte(0), z.lte(limits.uploadMaxS))));

/** URL of a static MP3 (spec §2 "add media URL"). */
export const MediaUrl = z.object({
  url: webAddress('URL').check(z.minLength(1)),
});

/** Omitted fields stay unchanged. */
export const ChangedTrack = z.object({
  title: z.optional(text(300).check(z.minLength(1))),
  artist: z.optional(text(300)),
  album: z.optional(text(300)),
  isrc: z.optional(Isrc),
  label: z.optional(text(300)),
  starts_at: CuePoint,
  ends_at: CuePoint,
});
export const ChangedTracks = z.object({
  tracks: Tracks,
  artist: z.optional(text(300)),
  album: z.optional(text(300)),
});

export const library = {
  token: endpoint('GET stations/{id}/library_token/', {
    seeAs: false,
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
    summary: 'Search tracks by title, artist or album',
    query: { ...page, search: z.string().check(z.minLength(1), z.maxLength(200)) },
    returns: MediaPage,
  }),
  upload: endpoint('POST upload/', {
    base: 'media',
    access: 'token:library',
    summary: 'Upload one audio file; a task prepares it',
    audit: false,
    query: { token: z.string(), folder: z._default(z.string(), 'default') },
    form: {
      fields: { name: z.optional(z.string().check(z.maxLength(500))) },
      file: { field: 'file', maxBytes: limits.uploadMaxBytes },
    },
    returns: AcceptedUpload,
    status: 202,
    changes: { none: 'The page fetches its list again when the track is added.' },
  }),
  addUrl: endpoint('POST api/media/url', {
    base: 'media',
    access: 'token:library',
    summary: 'Fetch a static MP3 from a URL; a task fetches and prepares it',
    body: MediaUrl,
    returns: AcceptedUpload,
    status: 202,
    rateLimit: { max: 60, seconds: 60 },
    spec: 'own',
    changes: { none: 'The page fetches its list again when the track is added.' },
  }),
  task: endpoint('GET task/{id}', {
    base: 'media',
    access: 'token:library',
    summary: 'The progress of an upload',
    params: { id: z.string().check(z.maxLength(60)) },
    returns: UploadTask,
  }),
  update: endpoint('PUT api/media/{key}', {
    base: 'media',
    access: 'token:library',
    summary: "Change a track's title, artist, album, ISRC, label and cue points; omitted fields stay unchanged",
    params: { key: TrackKey },
    body: ChangedTrack,
    returns: MediaTrack,
    changes: [
      '/media/api/media/**',
      'stations/*/auto_dj/**',
      'accounts/*/metadata/stats/period',
      'accounts/*/metadata/stats/complement',
    ],
  }),
  updateMany: endpoint('PUT api/media/', {
    base: 'media',
    access: 'token:library',
    summary: 'Change the artist and album of tracks; omitted fields stay unchanged',
    body: ChangedTracks,
    returns: z.object({ changed: z.number() }),
    spec: 'own',
    changes: trackPaths,
  }),
  setArtwork: endpoint('PUT api/media/{key}/artwork', {
    base: 'media',
    access: 'token:library',
    summary: "Change a track's artwork; it is cropped to a centred square and re-encoded",
    params: { key: TrackKey },
    form: { file: { field: 'file', maxBytes: limits.imageMaxBytes } },
    returns: MediaTrack,
    spec: 'own',
    changes: trackPaths,
  }),
  removeArtwork: endpoint('DELETE api/media/{key}/artwork', {
    base: 'media',
    access: 'token:library',
    summary: "Remove a track's artwork",
    params: { key: TrackKey },
    returns: MediaTrack,
    spec: 'own',
    changes: trackPaths,
  }),
  remove: endpoint('DELETE api/media/{key}', {
    base: 'media',
    access: 'token:library',
    summary: 'Delete a track; needs confirmation if it is in use',
    params: { key: TrackKey },
    query: { confirmed: z._default(z.stringbool(), false) },
    spec: 'own',
    changes: trackAndSpacePaths,
  }),
  removeMany: endpoint('DELETE api/media/', {
    base: 'media',
    access: 'token:library',
    summary: 'Delete tracks; needs confirmation if one is in use',
    body: z.object({ tracks: Tracks, confirmed: z._default(z.boolean(), false) }),
    returns: z.object({ removed: z.number() }),
    spec: 'own',
    changes: trackAndSpacePaths,
  }),
  tags: endpoint('GET api/media/tags', {
    base: 'media',
    access: 'token:library',
    summary: 'The tags of the tracks of a station',
    returns: LibraryTags,
    spec: 'own',
  }),
  changeTags: endpoint('POST api/media/tags', {
    base: 'media',
    access: 'token:library',
    summary: 'Add tags to tracks and remove tags from them; playlists by tags change with the next track',
    body: z.object({ tracks: Tracks, add: TrackTags, remove: TrackTags }),
    returns: LibraryTags,
    spec: 'own',
    changes: trackPaths,
  }),
  /** A link to play a track in the page: signed for this track, 6 h; without a session. */
  preview: endpoint('GET tracks/{key}/preview', {
    seeAs: false,
    access: 'track.read',
    summary: 'A signed link to listen to a track',
    returns: z.object({ url: z.string() }),
    spec: 'own',
  }),
  previewFile: endpoint('GET preview/{key}', {
    base: 'media',
    access: 'token:media.preview',
    summary: 'The audio of a track, by a signed link; supports byte ranges',
    params: { key: TrackKey },
    query: { token: z.string() },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
};
