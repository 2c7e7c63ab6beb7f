import type { StationKey } from '#contract/rules/keys.ts';
import { logBytesPerDay, logQuota, type LogDay, type StationLog } from '#contract/api/logger.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { dayIn, daysOf, timelineOf } from './log-days.ts';
import type { LogEngine } from './log-engine.ts';
import { spanOf } from './log-audio.ts';
import * as repo from './logger.repo.ts';

export type LoggerDeps = Pick<Kernel, 'db' | 'tokens'> & { engine: LogEngine };

/** A station's logger settings, state and recordings, by days of its time zone. */
export const getLog = async ({ db, engine }: LoggerDeps, key: StationKey, who: Person): Promise<StationLog> => {
  const row = await settingsOf(db, key);
  const timezone = knownZone(row.default_timezone);
  const [log, usage] = await Promise.all([engine.overview(key), who.isPortalAdmin ? engine.usage() : null]);
  return {
    enabled: row.log_enabled,
    days: row.log_days,
    timezone,
    // The engine may not have received a recent change yet.
    state: row.log_enabled && log.state === 'off' ? 'waiting' : row.log_enabled ? log.state : 'off',
    reason: row.log_enabled ? log.reason : null,
    bytes: log.bytes,
    quota_bytes: logQuota(row.bitrate, row.log_days),
    bytes_per_day: logBytesPerDay(row.bitrate),
    recorded: daysOf(log.pieces, timezone),
    usage,
  };
};

/** Turns the logger on or off and sets its retention; the engine is notified by the station's revision. */
export const changeLog = async (
  deps: LoggerDeps,
  key: StationKey,
  change: { enabled?: boolean | undefined; days?: number | undefined },
  who: Person,
): Promise<StationLog> => {
  await repo.changeSettings(deps.db, key, change);
  return await getLog(deps, key, who);
};

/** Deletes all recordings; if the logger is on, it continues with an empty log. */
export const clearLog = async ({ engine }: LoggerDeps, key: StationKey): Promise<void> => await engine.clear(key);

/** The recording of a day in the station's time zone. */
export const getDay = async ({ db, engine }: LoggerDeps, key: StationKey, date: string): Promise<LogDay> => {
  const timezone = knownZone((await settingsOf(db, key)).default_timezone);
  const day = dayIn(timezone, date);
  return { date, timezone, ...day, ...timelineOf(await engine.timeline(key, day.from, day.to), day) };
};

/** Signed links to the recording between two times; refuses if there is none. */
export const linkTo = async (
  { engine, tokens }: LoggerDeps,
  key: StationKey,
  range: { from: number; to: number; name?: string | undefined },
  who: Person,
) => {
  const span = await spanOf(engine, key, range.from, range.to);
  const token = encodeURIComponent(await tokens.sign('log', key, who.id));
  const url = `/media/log/${key}/${span.from}/${span.to}?token=${token}`;
  const name = encodeURIComponent(range.name ?? '');
  const { from, to, bytes } = span;
  return { url, download_url: `${url}&name=${name}`, from, to, bytes, seconds: span.duration_ms / 1000 };
};

const settingsOf = async (db: Db, key: StationKey): Promise<repo.LogSettings> =>
  (await repo.findSettings(db, key)) ?? refuse('station.notFound');
