import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { StationKey, TrackKey } from '../rules/keys.ts';

const ServerState = z.object({ status: z.enum(['active', 'inactive', 'starting', 'stopping']) });

/** A track of the playlist; `state` is `preparing` until its rendition in the station's format is ready. */
export const AutoDjTrack = z.object({
  key: TrackKey,
  title: z.string(),
  artist: z.string(),
  album: z.string(),
  /** Seconds. */
  duration: z.number(),
  url: z.nullable(z.string()),
  state: z.enum(['ready', 'preparing', 'failed']),
  /** Duplicate of a track further up: the same file, or the same artist and title. */
  duplicate: z.nullable(z.enum(['file', 'title'])),
});
export type AutoDjTrack = z.infer<typeof AutoDjTrack>;

/** The latest playlist change that can be undone. */
export const PlaylistStep = z.object({
  id: z.number(),
  what: z.enum(['moved', 'removed', 'added', 'ordered']),
  tracks: z.number(),
  /** The first of its tracks. */
  title: z.string(),
  /** Who made it; empty if that user no longer exists. */
  by: z.string(),
  at: z.string(),
});
export type PlaylistStep = z.infer<typeof PlaylistStep>;

/** Spec §3 "Auto DJ state". `dirty`: the playlist changed since the engine last loaded it. */
export const AutoDj = z.object({
  stream: StationKey,
  playlist: z.array(AutoDjTrack),
  shuffle: z.boolean(),
  dirty: z.boolean(),
  tracks_allowed: z.nullable(z.number()),
  /** Increased by every change; a reorder names the revision it is based on. */
  revision: z.number(),
  /** The latest of the last 20 changes; null if there is nothing to undo. */
  undo: z.nullable(PlaylistStep),
});
export type AutoDj = z.infer<typeof AutoDj>;

const someTracks = z.array(TrackKey).check(z.minLength(1), z.maxLength(20_000));

export const playout = {
  start: endpoint('POST stations/{key}/server/start/', {
    access: 'station.control',
    summary: 'Put the station on the air',
    returns: ServerState,
    changes: ['stations/{key}/live'],
  }),
  restart: endpoint('POST stations/{key}/server/restart/', {
    access: 'station.control',
    summary: 'Restart the stream; disconnects everyone',
    returns: ServerState,
    changes: ['stations/{key}/live'],
  }),
  stop: endpoint('POST stations/{key}/server/stop/', {
    access: 'station.control',
    summary: 'Take the station off the air; listeners and encoders are refused',
    returns: ServerState,
    spec: 'own',
    changes: ['stations/{key}/live'],
  }),
  autoDj: endpoint('GET stations/{key}/auto_dj/', {
    access: 'station.readLibrary',
    summary: 'The playlist of the {AutoDJ}',
    returns: AutoDj,
  }),
  /** `{playlist}` is `on` or `off`: whether the playlist is shuffled. */
  shuffle: endpoint('PUT stations/{key}/auto_dj/shuffle/{playlist}', {
    access: 'station.playout',
    summary: 'Play the playlist shuffled, or in order',
    params: { playlist: z.enum(['on', 'off', 'true', 'false']) },
    returns: AutoDj,
    changes: { none: 'The page caches the reply.' },
  }),
  reorder: endpoint('PUT stations/{key}/auto_dj/reorderTracks', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write' },
    summary: 'Set the order of all tracks',
    body: z.object({ tracks: z.array(TrackKey).check(z.maxLength(20_000)), revision: z.optional(z.number()) }),
    returns: AutoDj,
    changes: { none: 'The page caches the reply.' },
  }),
  addTrack: endpoint('POST stations/{key}/auto_dj/track/{trackId}', {
    access: { 'path.key': 'station.playout', 'path.trackId': 'track.read' },
    summary: 'Add a track of the library to the end of the playlist',
    params: { trackId: TrackKey },
    returns: AutoDj,
    changes: ['stations/{key}/auto_dj', 'stations/{key}/auto_dj/jingles'],
  }),
  reset: endpoint('POST stations/{key}/auto_dj/reset/', {
    access: 'station.playout',
    summary: 'Save and restart: the engine loads the playlist and plays its first track',
    returns: AutoDj,
    changes: { none: 'The page caches the reply.' },
  }),
  current: endpoint('GET stations/{key}/auto_dj/current', {
    access: 'station.read',
    summary: 'What the {AutoDJ} plays now',
    returns: z.object({ onAir: z.boolean(), stream: StationKey, track: z.nullable(AutoDjTrack) }),
  }),
  removeTracks: endpoint('DELETE stations/{key}/auto_dj/tracks', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write' },
    summary: 'Remove tracks from the playlist',
    body: z.object({ tracks: someTracks }),
    returns: AutoDj,
    changes: { none: 'The page caches the reply.' },
  }),
  /** Takes the same time, with the same reply, however long the playlist is. */
  move: endpoint('PUT stations/{key}/auto_dj/move', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.write', 'body.before': 'track.read' },
    summary: 'Move tracks, in the given order, before another one or to the end',
    body: z.object({
      tracks: z.array(TrackKey).check(z.minLength(1), z.maxLength(1000)),
      before: z.nullable(TrackKey),
    }),
    returns: z.pick(AutoDj, { revision: true, dirty: true, undo: true }),
    spec: 'own',
    changes: { none: 'The page has moved them.' },
  }),
  addTracks: endpoint('POST stations/{key}/auto_dj/tracks', {
    access: { 'path.key': 'station.playout', 'body.tracks': 'track.read' },
    summary: 'Add tracks of the library to the end of the playlist',
    body: z.object({ tracks: someTracks }),
    returns: AutoDj,
    spec: 'own',
    changes: ['stations/{key}/auto_dj/jingles', '/media/api/media/**'],
  }),
  undo: endpoint('POST stations/{key}/auto_dj/undo', {
    access: 'station.playout',
    summary: 'Undo the given change, if it is the latest of the playlist',
    body: z.object({ step: z.number().check(z.int(), z.gte(1)) }),
    returns: AutoDj,
    spec: 'own',
    changes: ['stations/{key}/auto_dj/jingles'],
  }),
};
