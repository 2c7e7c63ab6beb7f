import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawReportDays } from '#contract/api/raw-data.ts';
import type { Email } from '#server/kernel/kernel.ts';
import type { ReportRow } from './raw-data.repo.ts';
import { rawFileName } from './raw-period.ts';

type MailedReport = ReportRow & { email: string; name: string; account_key: AccountKey };

/** The e-mail that a raw data file is ready or failed; its link requires signing in. */
export const reportEmail = (row: MailedReport, publicUrl: string): Email => {
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
