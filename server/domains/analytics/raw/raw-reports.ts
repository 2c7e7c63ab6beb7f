import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawReportDays, type RawFileQuery, type RawReport } from '#contract/api/raw-data.ts';
import { dayMs } from '#contract/rules/time.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Email, Kernel } from '#server/kernel/kernel.ts';
import { isoIn } from '#server/kernel/time-zone.ts';
import { periodOf } from '#server/platform/period.ts';
import * as repo from './raw-data.repo.ts';
import { reportFile, storeRaw, type FileDeps, rawFileName, rawPeriodOf } from './raw-files.ts';

type Ordering = Pick<Kernel, 'db' | 'clock' | 'jobs'>;
export type ReportDeps = FileDeps & Pick<Kernel, 'db' | 'log' | 'mail'>;

/** The job that makes one requested file. */
export const reportJob = 'rawData.report';
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
    if (ordered.isNew)
      await deps.jobs.send(reportJob, { report: ordered.row.id }, { singletonKey: ordered.row.id, tx });
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

type MailedReport = repo.ReportRow & { email: string; name: string; account_key: AccountKey };

/** The e-mail that a raw data file is ready or failed; its link requires signing in. */
const reportEmail = (row: MailedReport, publicUrl: string): Email => {
  const station = row.name.replace(/\s+/g, ' ').trim();
  const days = row.from_date === row.to_date ? row.from_date : `${row.from_date} to ${row.to_date}`;
  const what = `${station}, ${days} (${row.timezone})`;
  const page = new URL(pageOf(row.account_key, row.station_key), publicUrl);
  const common = { to: row.email, messageId: `raw-report-${row.id}` };
  if (row.state === 'failed')
    return {
      ...common,
      subject: `${station}: the ${row.kind} file could not be created`,
      paragraphs: [`The ${row.kind} file of ${what} could not be created. Please request it again.`],
      action: { label: 'Open raw data', url: page.href },
    };
  page.searchParams.set('report', row.id);
  return {
    ...common,
    subject: `${station}: your ${row.kind} file is ready`,
    paragraphs: [
      `The ${row.kind} file of ${what} is ready: ${rawFileName(row.kind, row.from_date, row.to_date)}, ${rowsIn(row.rows)}.`,
      `You can download it for ${rawReportDays} days. Nobody else has access.`,
    ],
    action: { label: 'Download file', url: page.href },
    closing: 'You receive this e-mail because you requested this file. The link requires signing in.',
  };
};

const pageOf = (account: AccountKey, station: StationKey): string =>
  `/accounts/${account}/stations/${station}/analytics/raw`;

const rowsIn = (rows: number): string => `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;

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

/** Deletes the files that users requested of permanently deleted stations; their rows go with the stations. */
export const forgetReportFiles = async (
  { db, storage }: Pick<Kernel, 'db' | 'storage'>,
  stations: readonly StationKey[],
): Promise<void> => {
  const reports = await db.selectFrom('raw_reports').select('id').where('station_key', 'in', stations).execute();
  for (const { id } of reports) await storage.remove(reportFile(id));
};
