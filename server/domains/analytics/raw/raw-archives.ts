import type { StationKey } from '#contract/rules/keys.ts';
import type { RawArchives, RawSubscription } from '#contract/api/raw-data.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { createDownloadLink } from './raw-downloads.ts';
import * as repo from './raw-data.repo.ts';
import { archiveFile, archiveName } from './raw-files.ts';
import { lastDayOf, monthAfter, monthAt, monthPeriod } from '#server/platform/months.ts';

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
export const monthsWithin = ({ from_month, until_month }: Interval, now: Date): string[] => {
  const latest = monthAt('Pacific/Kiritimati', now.getTime());
  const last = until_month !== null && until_month < latest ? until_month : latest;
  const months: string[] = [];
  for (let month = from_month; month <= last; month = monthAfter(month)) months.push(month);
  return months;
};
