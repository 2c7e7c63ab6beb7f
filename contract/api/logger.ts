import * as z from 'zod/mini';
import { StreamFormat } from '../engine/engine.ts';
import { ListeningDay, MomentMs, MomentMsText } from '../rules/dates.ts';
import { EngineLog, EngineLogUsage, LogSegment } from '../engine/engine-log.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey, StationKey } from '../rules/keys.ts';

/*
 * The broadcast logger: recordings of what a station sent out in the last days. Times are ms since the epoch; days are
 * in the station's time zone.
 */

/** Some regulators require 90 days. */
export const maxLogDays = 92;
/** Maximum length of one link and of one cut. */
export const maxLogSpanMs = 6 * 3_600_000;

/** Bytes per day at this bit rate (bit/s). */
export const logBytesPerDay = (bitrate: number): number => (bitrate / 8) * 86_400;

/** The quota of a station's log: its days, plus a tenth for encoders that exceed the station's bit rate. */
export const logQuota = (bitrate: number, days: number): number => Math.ceil(logBytesPerDay(bitrate) * days * 1.1);

export const StationLog = z.object({
  enabled: z.boolean(),
  days: z.number(),
  timezone: z.string(),
  state: EngineLog.shape.state,
  reason: EngineLog.shape.reason,
  bytes: z.number(),
  quota_bytes: z.number(),
  bytes_per_day: z.number(),
  /** Days with audio, newest first; `seconds` of audio. */
  recorded: z.array(z.object({ date: z.string(), seconds: z.number(), bytes: z.number() })),
  /** Disk usage of all stations; null except for portal administrators. */
  usage: z.nullable(EngineLogUsage),
});
export type StationLog = z.infer<typeof StationLog>;

export const LogDay = z.object({
  date: z.string(),
  timezone: z.string(),
  /** The length of the day: 23 to 25 hours. */
  from: z.number(),
  to: z.number(),
  pieces: z.array(z.extend(LogSegment, { format: StreamFormat })),
  titles: z.array(z.object({ at: z.number(), title: z.string() })),
  sources: z.array(z.object({ from: z.number(), to: z.number(), source: z.string() })),
});
export type LogDay = z.infer<typeof LogDay>;

const name = z.string().check(z.trim(), z.maxLength(300));

export const LogCut = z.object({
  from: MomentMs,
  to: MomentMs,
  title: name.check(z.minLength(1)),
  artist: z._default(name, ''),
});

/** The time range of a station's log that becomes an episode. */
export const LogEpisode = z.object({
  station: StationKey,
  from: MomentMs,
  to: MomentMs,
  title: name.check(z.minLength(1)),
});

export const logger = {
  overview: endpoint('GET stations/{key}/log', {
    access: 'station.readLog',
    summary: 'The recordings of the broadcast logger',
    returns: StationLog,
    spec: 'own',
  }),
  change: endpoint('PUT stations/{key}/log', {
    access: 'station.setLog',
    summary: 'Turn the logger on or off, and set for how many days it stores recordings',
    body: z.object({
      enabled: z.optional(z.boolean()),
      days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(maxLogDays))),
    }),
    returns: StationLog,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
  clear: endpoint('DELETE stations/{key}/log', {
    access: 'station.setLog',
    summary: 'Delete all recordings of the logger',
    spec: 'own',
    changes: ['stations/{key}/log/**'],
  }),
  day: endpoint('GET stations/{key}/log/{date}', {
    access: 'station.readLog',
    summary: 'What the station sent on a day: audio, sources, titles',
    params: { date: ListeningDay },
    returns: LogDay,
    spec: 'own',
  }),
  /** Signed for this station's recordings, 6 h; without a session. */
  link: endpoint('GET stations/{key}/log/{from}/{to}', {
    seeAs: false,
    access: 'station.readLog',
    summary: 'Links to play and download a time range',
    params: { from: MomentMsText, to: MomentMsText },
    query: { name: z.optional(name) },
    returns: z.object({
      url: z.string(),
      download_url: z.string(),
      from: z.number(),
      to: z.number(),
      seconds: z.number(),
      bytes: z.number(),
    }),
    spec: 'own',
  }),
  sound: endpoint('GET log/{key}/{from}/{to}', {
    base: 'media',
    access: 'token:log',
    summary: 'The audio of a time range, by a signed link; supports byte ranges',
    params: { key: StationKey, from: MomentMsText, to: MomentMsText },
    query: { token: z.string(), name: z.optional(name) },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  cut: endpoint('POST stations/{key}/log/cuts', {
    access: { 'path.key': 'station.writeLibrary' },
    summary: 'Save a time range to the media library; a task prepares it',
    body: LogCut,
    returns: z.object({ task: z.string() }),
    status: 202,
    spec: 'own',
    changes: ['/media/api/media/**'],
  }),
  cutEpisode: endpoint('POST podcasts/{podcastKey}/log-cuts', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'body.station': 'station.readLog' },
    summary: 'Create a draft episode from a time range, with a chapter per track; a task prepares it',
    body: LogEpisode,
    params: { podcastKey: PodcastKey },
    returns: z.object({ task: z.string(), episode: EpisodeKey }),
    status: 202,
    spec: 'own',
    changes: ['podcasts/{podcastKey}', 'podcasts/{podcastKey}/episodes'],
  }),
};
