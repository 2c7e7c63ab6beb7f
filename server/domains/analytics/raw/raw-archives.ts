import type { StationKey } from '#contract/rules/keys.ts';
import type { RawArchives, RawSubscription } from '#contract/api/raw-data.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { lastDayOf, monthAfter, monthAt, monthPeriod } from '#server/platform/months.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import { isRecorded, type FleetSessions } from '../is-recorded.service.ts';
import * as repo from './raw-data.repo.ts';
import { createDownloadLink } from './raw-downloads.ts';
import { archiveFile, archiveName, storeRaw, type FileDeps } from './raw-files.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'tokens'>;
type Of = { station: StationKey; zone: string };

/** Archives a station from next month on (spec §4); a subscription cancelled this month continues without a gap. */
export const subscribe = async (deps: Deps, of: Of): Promise<RawSubscription> => {
  const month = monthAt(of.zone, deps.clock.now().getTime());
  await changeIntervals(deps, of, async (tx, intervals) => {
    if (intervals.some(({ until_month }) => until_month === null)) return;
    const ending = intervals.find(({ until_month }) => until_month === month);
    if (ending) await setUntil(tx, ending, null);
    else
      await tx
        .insertInto('raw_archive_intervals')
        .values({ station_key: of.station, from_month: monthAfter(month), until_month: null })
        .execute();
  });
  return await subscriptionOf(deps, of);
};

/** Stops archiving from next month on (spec §4); the current month is still archived if it was subscribed. */
export const unsubscribe = async (deps: Deps, of: Of): Promise<RawSubscription> => {
  const month = monthAt(of.zone, deps.clock.now().getTime());
  await changeIntervals(deps, of, async (tx, intervals) => {
    const open = intervals.find(({ until_month }) => until_month === null);
    if (!open) return;
    if (open.from_month <= month) return await setUntil(tx, open, month);
    const { station_key, from_month } = open;
    await tx
      .deleteFrom('raw_archive_intervals')
      .where('station_key', '=', station_key)
      .where('from_month', '=', from_month)
      .execute();
  });
  return await subscriptionOf(deps, of);
};

const changeIntervals = async (
  { db }: Deps,
  { station }: Of,
  change: (tx: Tx, intervals: repo.IntervalRow[]) => Promise<void>,
): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('stations').select('key').where('key', '=', station).forUpdate().execute();
    await change(tx, await repo.intervalsOf(tx, station));
  });

const setUntil = async (tx: Tx, { station_key, from_month }: repo.IntervalRow, until: string | null): Promise<void> => {
  await tx
    .updateTable('raw_archive_intervals')
    .set({ until_month: until })
    .where('station_key', '=', station_key)
    .where('from_month', '=', from_month)
    .execute();
};

/** Whether a station is subscribed, and the months that are or will be archived. */
export const subscriptionOf = async ({ db, clock }: Deps, { station, zone }: Of): Promise<RawSubscription> => {
  const month = monthAt(zone, clock.now().getTime());
  const intervals = await repo.intervalsOf(db, station);
  const interval = intervals.find(({ until_month }) => until_month === null || until_month >= month);
  const [from = null, until = null] = [interval?.from_month, interval?.until_month];
  return {
    subscribed: interval?.until_month === null,
    timezone: knownZone(zone),
    from,
    until,
    begins: from === null ? null : `${from}-01`,
    ends: until === null ? null : `${until}-${lastDayOf(until)}`,
  };
};

/**
 * The monthly files of a station, newest first. If periods are given, only these, each with a download link for this
 * user; refuses with `raw.noArchive` where one has no file.
 */
export const listArchives = async (
  deps: Deps,
  of: Of,
  periods: readonly string[],
  who: Person,
): Promise<RawArchives> => {
  const { station, zone } = of;
  const rows = await repo.filesOf(deps.db, station);
  const missing = periods.find((period) => !rows.some(({ month }) => month === period));
  if (missing !== undefined) refuse('raw.noArchive', { period: missing });
  const requested = new Set(periods);
  const listed = rows.filter(({ month }) => requested.size === 0 || requested.has(month));
  const files = listed.map(async ({ month: period, rows: lines, bytes, sha256, made }) => {
    const filename = archiveName(station, period);
    const file = { file: archiveFile(station, period), filename, bytes, encoded: false };
    const url = requested.size === 0 ? null : await createDownloadLink(deps, station, file, who.id);
    return { period, filename, rows: lines, bytes, sha256, made: made.toISOString(), url };
  });
  const due = monthsDue(await repo.intervalsOf(deps.db, station), rows, zone, deps.clock.now().getTime());
  const waiting = due.filter((period) => requested.size === 0 || requested.has(period));
  return { timezone: knownZone(zone), files: await Promise.all(files), waiting };
};

export type ArchiveDeps = FileDeps & Pick<Kernel, 'db' | 'log'> & { engine: FleetSessions };

/**
 * Makes the file of a closed month once its sessions are recorded, unless another process is making it or it exists. It
 * may be interrupted anywhere and run again.
 */
export const makeArchive = async (deps: ArchiveDeps, station: StationKey, month: string): Promise<void> =>
  await runExclusive(deps, `raw archive ${station} ${month}`, async () => {
    const row = await repo.stationOf(deps.db, station);
    if (!row) return;
    const now = deps.clock.now().getTime();
    const [intervals, files] = [await repo.intervalsOf(deps.db, station), await repo.filesOf(deps.db, station)];
    if (!monthsDue(intervals, files, row.zone, now).includes(month)) return;
    const period = monthPeriod(month, row.zone);
    if (!(await isRecorded(deps.engine, period.end, now))) return;
    const key = archiveFile(station, month);
    const file = await storeRaw(deps, key, 'sessions', { station, ...period });
    if (await repo.recordArchive(deps.db, { station_key: station, month, ...file })) return;
    // The station was deleted meanwhile.
    await deps.storage.remove(key);
  });

/**
 * Deletes the monthly files of permanently deleted stations; their rows are deleted with the stations. Safe to repeat.
 */
export const forgetArchiveFiles = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  stations: readonly StationKey[],
): Promise<void> => {
  const files = await db
    .selectFrom('raw_archive_files')
    .select(['station_key', 'month'])
    .where('station_key', 'in', stations)
    .execute();
  for (const { station_key, month } of files) await storage.remove(archiveFile(station_key, month));
  const intervals = await db
    .selectFrom('raw_archive_intervals')
    .selectAll()
    .where('station_key', 'in', stations)
    .execute();
  // Also files that were started but never recorded.
  for (const interval of intervals)
    for (const month of monthsWithin(interval, new Date()))
      await storage.remove(archiveFile(interval.station_key, month));
};

type Interval = Pick<repo.IntervalRow, 'from_month' | 'until_month'>;

/** The closed months whose files are missing, newest first. */
export const monthsDue = (
  intervals: readonly Interval[],
  files: readonly { month: string }[],
  zone: string,
  now: number,
): string[] => {
  const made = new Set(files.map(({ month }) => month));
  const months = intervals.flatMap((interval) => monthsWithin(interval, new Date(now)));
  const due = months.filter((month) => !made.has(month) && monthPeriod(month, zone).end <= now);
  return [...new Set(due)].sort().reverse();
};

/** The months of an interval that have begun somewhere on Earth. */
const monthsWithin = ({ from_month, until_month }: Interval, now: Date): string[] => {
  const latest = monthAt('Pacific/Kiritimati', now.getTime());
  const last = until_month !== null && until_month < latest ? until_month : latest;
  const months: string[] = [];
  for (let month = from_month; month <= last; month = monthAfter(month)) months.push(month);
  return months;
};
