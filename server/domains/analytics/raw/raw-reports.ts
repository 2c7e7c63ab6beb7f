import type { StationKey } from '#contract/rules/keys.ts';
import { rawReportDays, type RawFileQuery, type RawReport } from '#contract/api/raw-data.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import { periodOf } from '#server/platform/period.ts';
import { dayMs } from '#contract/rules/time.ts';
import { sendReportJob } from './raw-data.events.ts';
import * as repo from './raw-data.repo.ts';
import { reportFile, storeRaw, type FileDeps } from './raw-files.ts';
import { rawFileName, rawPeriodOf } from './raw-period.ts';
import { reportEmail } from './report-email.ts';

type Ordering = Pick<Kernel, 'db' | 'clock' | 'jobs'>;
export type ReportDeps = FileDeps & Pick<Kernel, 'db' | 'log' | 'mail'>;

const mostWaiting = 10;
const mostShown = 20;
/** A report is given up after this many failures; the pauses between attempts grow to minutes. */
export const mostAttempts = 6;

/**
 * Orders a file of a station's raw data and e-mails its link to the user. Ordering it again while it is being made
 * returns the same one. Refuses with `raw.tooMany` where ten of the user's files are being made.
 */
export const orderReport = async (
  deps: Ordering,
  request: RawFileQuery,
  { station, zone, who }: { station: StationKey; zone: string; who: Person },
): Promise<RawReport> => {
  const { zone: timezone } = rawPeriodOf(request, zone, deps.clock.now());
  const row = await deps.db.transaction().execute(async (tx) => {
    const by = { station_key: station, user_id: who.id, timezone, ...request };
    const ordered = await repo.orderReport(tx, by);
    if (ordered.isNew && (await repo.waitingReports(tx, who.id)) > mostWaiting) refuse('raw.tooMany');
    if (ordered.isNew) await sendReportJob(deps, tx, ordered.row.id);
    return ordered.row;
  });
  return presentReport(row, who.email);
};

/** The files of a station that a user ordered, latest first. */
export const listReports = async (
  { db }: Pick<Kernel, 'db'>,
  station: StationKey,
  who: Person,
): Promise<{ reports: RawReport[] }> => {
  const rows = await repo.reportsOf(db, who.id, station, mostShown);
  return { reports: rows.map((row) => presentReport(row, who.email)) };
};

const presentReport = (row: repo.ReportRow, email: string): RawReport => {
  const { id, kind, from_date, to_date, state, rows, bytes, ready, created, timezone } = row;
  const expires = state === 'ready' && ready ? isoIn(timezone, ready.getTime() + rawReportDays * dayMs) : null;
  const filename = rawFileName(kind, from_date, to_date);
  return { id, kind, from_date, to_date, filename, state, rows, bytes, created: created.toISOString(), expires, email };
};

/** Makes a waiting report, unless another process is making it, and e-mails its link. Safe to repeat. */
export const makeReport = async (deps: ReportDeps, id: string): Promise<void> =>
  await runExclusive(deps, `raw report ${id}`, async () => {
    const row = await repo.reportById(deps.db, id);
    if (row?.state === 'waiting') await attempt(deps, row);
    await mailReport(deps, id);
  });

const attempt = async (deps: ReportDeps, row: repo.ReportRow): Promise<void> => {
  const attempts = row.attempts + 1;
  await repo.changeReport(deps.db, row.id, { attempts });
  const { start, end, zone } = periodOf('period', { ...row, frequency: 'day' }, row.timezone);
  try {
    const request = { station: row.station_key, start, end, zone };
    const { rows, bytes } = await storeRaw(deps, reportFile(row.id), row.kind, request);
    await repo.changeReport(deps.db, row.id, { state: 'ready', rows, bytes, ready: deps.clock.now() });
  } catch (error) {
    if (attempts < mostAttempts) throw error;
    deps.log.error({ err: error, report: row.id }, 'gave up making a raw data file');
    await repo.changeReport(deps.db, row.id, { state: 'failed' });
  }
};

/** Marks a report that can't be made as failed. */
export const failReport = async ({ db }: Pick<Kernel, 'db'>, id: string): Promise<void> => {
  const row = await repo.reportById(db, id);
  if (row?.state === 'waiting') await repo.changeReport(db, id, { state: 'failed' });
};

/** The e-mail counts as sent once it is queued, in the transaction that locks the report. */
const mailReport = async ({ db, mail, config, clock }: ReportDeps, id: string): Promise<void> =>
  await db.transaction().execute(async (tx) => {
    const row = await repo.lockUnmailed(tx, id);
    if (!row) return;
    if (row.disabled_at === null) await mail.send(reportEmail(row, config.publicUrl));
    await repo.changeReport(tx, id, { mailed: clock.now() });
  });

/** Deletes the files of expired reports, and old reports. */
export const expireReports = async ({
  db,
  storage,
  clock,
}: Pick<Kernel, 'db' | 'storage' | 'clock'>): Promise<void> => {
  const now = clock.now().getTime();
  for (const { id } of await repo.readyBefore(db, new Date(now - rawReportDays * dayMs))) {
    await storage.remove(reportFile(id));
    await repo.changeReport(db, id, { state: 'over' });
  }
  await repo.deleteReportsBefore(db, new Date(now - 30 * dayMs));
};
