import * as z from 'zod/mini';
import { queuePlaces } from '../engine/engine-air.ts';
import { endpoint } from './http.ts';
import { TrackKey } from '../rules/keys.ts';
import { StationLive } from './station-live.ts';

/** How long a disconnected encoder may be refused, seconds. */
export const barSeconds = [0, 60, 600] as const;

const moment = z.iso.datetime({ error: 'Not a time.' });

/**
 * What a station plays, changed by hand. Each call returns the new state and may be repeated: it names the track, the
 * request or the connection that it is about.
 */
export const playoutAir = {
  skip: endpoint('POST stations/{key}/air/skip', {
    access: { 'path.key': 'station.playout', 'body.track': 'track.read' },
    summary: 'Skip the rest of this track of the {AutoDJ}; does nothing if it no longer plays',
    body: z.object({
      track: TrackKey,
      /** When this play of it began, as in the live state. */
      started: z.optional(moment),
    }),
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  queue: endpoint('POST stations/{key}/air/queue', {
    access: { 'path.key': 'station.playout', 'body.track': 'track.read' },
    summary: 'Play a track of the library next, or after those already queued',
    body: z.object({
      /** Chosen by the client; the same one is queued once. */
      id: z.uuid(),
      track: TrackKey,
      place: z._default(z.enum(queuePlaces), 'last'),
    }),
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  unqueue: endpoint('DELETE stations/{key}/air/queue', {
    access: 'station.playout',
    summary: 'Remove a track from the queue',
    body: z.object({ id: z.uuid() }),
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  stopAfter: endpoint('PUT stations/{key}/air/stop', {
    access: { 'path.key': 'station.playout', 'body.track': 'track.read' },
    summary: 'Stop the {AutoDJ} after this track, until an encoder connects, a person continues, or five minutes pass',
    body: z.object({ track: TrackKey }),
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  resume: endpoint('DELETE stations/{key}/air/stop', {
    access: 'station.playout',
    summary: 'Cancel the stop, or continue',
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  kick: endpoint('POST stations/{key}/air/kick', {
    access: 'station.control',
    summary: 'Disconnect the encoder, and refuse it, or only its presenter, for the given time',
    body: z.object({
      /** Since when it is connected, as in the live state; without it whichever is connected. */
      since: z.optional(moment),
      bar_seconds: z._default(z.literal(barSeconds), 0),
      /** Only the encoder of this presenter is meant, and only they are refused. */
      presenter: z.optional(z.uuid()),
    }),
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  unbar: endpoint('DELETE stations/{key}/air/bar', {
    access: 'station.control',
    summary: 'Allow the disconnected encoder, or a presenter, to connect again',
    query: { presenter: z.optional(z.uuid()) },
    returns: StationLive,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};
