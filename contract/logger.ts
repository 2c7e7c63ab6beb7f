import * as z from 'zod/mini';
import { StreamFormat } from './engine.ts';
import { ListeningDay, MomentMs, MomentMsText } from './dates.ts';
import { EngineLog, EngineLogUsage, LogPiece } from './engine-log.ts';
import { endpoint } from './http.ts';
import { EpisodeKey, PodcastKey, StationKey } from './keys.ts';

/*
 * The broadcast logger: what a station sent out in the last days. Moments are ms since the epoch; days are those of the
 * station's time zone.
 */

/** Some regulators ask for 90 days. */
export const logDaysMost = 92;
/** One link, and one cut, is at most this long. */
export const logSpanMostMs = 6 * 3_600_000;

/** What a day of a station at this bit rate (bit/s) takes. */
export const logBytesPerDay = (bitrate: number): number => (bitrate / 8) * 86_400;

/** What a station's log may take: its days, and a tenth for encoders that send more than the station's bit rate. */
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
  /** The days that have sound, newest first; `seconds` of it. */
  recorded: z.array(z.object({ date: z.string(), seconds: z.number(), bytes: z.number() })),
  /** Of all stations together; null but for portal administrators. */
  usage: z.nullable(EngineLogUsage),
});
export type StationLog = z.infer<typeof StationLog>;

export const LogDay = z.object({
  date: z.string(),
  timezone: z.string(),
  /** From its first moment to its last: 23 to 25 hours. */
  from: z.number(),
  to: z.number(),
  pieces: z.array(z.extend(LogPiece, { format: StreamFormat })),
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

/** What becomes an episode: a time of a station's log. */
export const LogEpisode = z.object({
  station: StationKey,
  from: MomentMs,
  to: MomentMs,
  title: name.check(z.minLength(1)),
});

export const logger = {
  overview: endpoint('GET stations/{key}/log', {
    access: 'station.readLog',
    summary: 'What there is of what the station sent out',
    returns: StationLog,
    spec: 'own',
  }),
  change: endpoint('PUT stations/{key}/log', {
    access: 'station.setLog',
    summary: 'Switch the logger on or off, and say for how many days it keeps what went out',
    body: z.object({
      enabled: z.optional(z.boolean()),
      days: z.optional(z.number().check(z.int(), z.gte(1), z.lte(logDaysMost))),
    }),
    returns: StationLog,
    spec: 'own',
  }),
  clear: endpoint('DELETE stations/{key}/log', {
    access: 'station.setLog',
    summary: 'Remove everything that was recorded',
    spec: 'own',
  }),
  day: endpoint('GET stations/{key}/log/{date}', {
    access: 'station.readLog',
    summary: 'What went out on a day: sound, sources, titles',
    params: { date: ListeningDay },
    returns: LogDay,
    spec: 'own',
  }),
  /** Signed for this station's recordings, 6 h; carries no session. */
  link: endpoint('GET stations/{key}/log/{from}/{to}', {
    access: 'station.readLog',
    summary: 'Links to listen to what went out between two moments, and to download it',
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
    summary: 'What went out between two moments, by a signed link; byte ranges are served',
    params: { key: StationKey, from: MomentMsText, to: MomentMsText },
    query: { token: z.string(), name: z.optional(name) },
    returns: { raw: 'binary', type: 'audio/mpeg' },
    spec: 'own',
  }),
  cut: endpoint('POST stations/{key}/log/cuts', {
    access: { 'path.key': 'station.writeLibrary' },
    summary: 'Put what went out between two moments into the media library; its preparation is a task',
    body: LogCut,
    returns: z.object({ task: z.string() }),
    status: 202,
    spec: 'own',
  }),
  cutEpisode: endpoint('POST podcasts/{podcastKey}/log-cuts', {
    access: { 'path.podcastKey': 'podcast.addEpisode', 'body.station': 'station.readLog' },
    summary:
      'Make a draft episode of what went out between two moments, with chapters of what played; its preparation is a task',
    body: LogEpisode,
    params: { podcastKey: PodcastKey },
    returns: z.object({ task: z.string(), episode: EpisodeKey }),
    status: 202,
    spec: 'own',
  }),
};
