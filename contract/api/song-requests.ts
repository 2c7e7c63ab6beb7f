import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { TrackKey } from '../rules/keys.ts';
import { text } from '../rules/listing.ts';
import { Mount } from '../rules/mount.ts';
import { DayPartHours } from '../rules/week.ts';

/* Songs that listeners request from a station's player and page, and what its people decide about them. */

export const songRequestLimits = { name: 40, message: 200, search: 100, found: 20, windows: 20 };

const wholeFrom = (from: number, to: number) => {
  const message = `Please enter ${from} to ${to}.`;
  return z.number(message).check(z.int(message), z.gte(from, message), z.lte(to, message));
};

/** Whether a station takes requests, of which songs, and how many. */
export const SongRequestSettings = z.object({
  enabled: z.boolean(),
  /** `hand`: a person approves each; `rule`: what keeps the limits plays. */
  approval: z.enum(['hand', 'rule']),
  /** What listeners can choose from; never jingles. */
  songs: z.enum(['playlist', 'library']),
  /** Whether they can add a message. */
  messages: z.boolean(),
  /** Only while the Auto DJ plays; otherwise whenever the station is on the air. */
  only_autodj: z.boolean(),
  /** Requests of one listener in an hour. */
  listener_hour: wholeFrom(1, 20),
  /** Hours before a song, minutes before an artist can be requested again; 0 for at once. */
  song_hours: wholeFrom(0, 168),
  artist_minutes: wholeFrom(0, 1440),
  /** Requests that wait for a decision or for their turn. */
  waiting_most: wholeFrom(1, 40),
  /** On the clocks of the station; at any time without any. */
  hours: z.array(DayPartHours).check(z.maxLength(songRequestLimits.windows, 'Too many times.')),
});
export type SongRequestSettings = z.infer<typeof SongRequestSettings>;

export const defaultSongRequestSettings: SongRequestSettings = {
  ...{ enabled: false, approval: 'hand', songs: 'playlist', messages: true, only_autodj: true },
  ...{ listener_hour: 3, song_hours: 4, artist_minutes: 60, waiting_most: 20, hours: [] },
};

/**
 * `waiting` for a decision, `approved` and in the queue, `playing`, `played`; `refused` by hand, `removed` from the queue
 * before it played, `expired` without a decision.
 */
export const songRequestStates = ['waiting', 'approved', 'playing', 'played', 'refused', 'removed', 'expired'] as const;
export type SongRequestState = (typeof songRequestStates)[number];

/** A request as the station's people see it; `track` is null once it is deleted, `decided_by` empty if by rule. */
export const SongRequest = z.object({
  id: z.string(),
  track: z.nullable(z.string()),
  title: z.string(),
  artist: z.string(),
  name: z.string(),
  message: z.string(),
  state: z.enum(songRequestStates),
  created: z.string(),
  decided: z.nullable(z.string()),
  decided_by: z.string(),
  played: z.nullable(z.string()),
});
export type SongRequest = z.infer<typeof SongRequest>;

/** As its listener sees it. */
export const OwnSongRequest = z.pick(SongRequest, { id: true, title: true, artist: true, state: true });
export type OwnSongRequest = z.infer<typeof OwnSongRequest>;

/** `open`: whether requests are taken now, otherwise `reason` says why not. */
const RequestableSongs = z.object({
  open: z.boolean(),
  reason: z.string(),
  messages: z.boolean(),
  songs: z.array(z.object({ key: TrackKey, title: z.string(), artist: z.string() })),
});
export type RequestableSongs = z.infer<typeof RequestableSongs>;

/** What a listener sends. */
export const songRequestFields = {
  track: TrackKey,
  name: z._default(text(songRequestLimits.name), ''),
  message: z._default(text(songRequestLimits.message), ''),
};

const one = { id: z.uuid() };
const found = { mount: Mount, ...one };

export const songRequests = {
  list: endpoint('GET stations/{key}/song_requests', {
    access: 'station.readLibrary',
    summary: 'The settings for song requests of a station, and the latest hundred requests, newest first',
    returns: z.object({ timezone: z.string(), settings: SongRequestSettings, requests: z.array(SongRequest) }),
    spec: 'own',
  }),
  setSettings: endpoint('PUT stations/{key}/song_requests/settings', {
    access: 'station.playout',
    summary: 'Choose whether a station takes song requests, and their limits',
    body: SongRequestSettings,
    returns: SongRequestSettings,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  approve: endpoint('POST stations/{key}/song_requests/{id}/approve', {
    access: 'station.playout',
    summary: 'Put a requested song into the queue of the {AutoDJ}',
    params: one,
    returns: SongRequest,
    spec: 'own',
    changes: ['stations/{key}/song_requests'],
  }),
  refuse: endpoint('POST stations/{key}/song_requests/{id}/refuse', {
    access: 'station.playout',
    summary: 'Refuse a song request; an approved one is removed from the queue',
    params: one,
    returns: SongRequest,
    spec: 'own',
    changes: ['stations/{key}/song_requests'],
  }),
  songs: endpoint('GET live/{mount}/songs', {
    base: 'root',
    access: 'open',
    summary: 'The songs of a station that listeners can request, which match every word of the search',
    params: { mount: Mount },
    query: { search: z._default(text(songRequestLimits.search), '') },
    rateLimit: { max: 120, seconds: 60 },
    returns: RequestableSongs,
    spec: 'own',
  }),
  request: endpoint('POST live/{mount}/requests', {
    base: 'root',
    access: 'open',
    summary: 'Request a song',
    params: { mount: Mount },
    form: { fields: songRequestFields },
    rateLimit: { max: 20, seconds: 600 },
    returns: OwnSongRequest,
    status: 201,
    spec: 'own',
    changes: { none: 'Listeners call it.' },
  }),
  follow: endpoint('GET live/{mount}/requests/{id}/events', {
    base: 'root',
    access: 'open',
    summary: 'What becomes of a song request, as an event stream',
    params: found,
    returns: { raw: 'events', events: { request: OwnSongRequest } },
    spec: 'own',
  }),
};
