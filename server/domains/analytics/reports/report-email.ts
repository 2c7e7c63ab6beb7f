import { csvCell } from '#contract/rules/csv.ts';
import { metrics } from '#contract/texts/metrics.ts';
import type { Email, EmailTable } from '#server/kernel/kernel.ts';
import { reportTitle } from './confirm-recipients.ts';
import type { ReportContent } from './kinds/report-content.service.ts';
import { kindRules } from './kinds/report-kinds.ts';
import { capitalize, percentChange, periodText } from './report-format.service.ts';
import type { ScheduleRow } from './reports.repo.ts';

type About = { schedule: ScheduleRow; numbers: ReportContent; publicUrl: string };

/**
 * A report e-mail without its recipient: totals next to those of the previous period, top groups, metric definitions,
 * and a CSV file of the buckets.
 */
export const reportEmail = ({ schedule, numbers, publicUrl }: About): Omit<Email, 'to'> => {
  const title = reportTitle(schedule);
  const { account_key, station_key } = schedule;
  const { topic, nothing, file } = kindRules[schedule.kind];
  const { from_date, to_date, timezone, lead } = numbers;
  const period = periodText(numbers);
  const when = `${from_date === to_date ? 'on ' : ''}${period}`;
  return {
    subject: `${(account_key ?? station_key) ? title : capitalize(title)}: ${topic} ${when}`,
    paragraphs: [
      lead === undefined
        ? `${nothing(title)} (${period}, ${timezone}).`
        : `${capitalize(title)} ${when}: ${lead} (${timezone}).`,
    ],
    tables: [totalsTable(numbers), ...numbers.parts, definitionsTable(numbers)],
    action: { label: 'Open analytics', url: pageOf(schedule, numbers, publicUrl) },
    attachments: [
      {
        filename: `${title.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 60)}${file} ${from_date}${to_date === from_date ? '' : ` ${to_date}`}.csv`,
        type: 'text/csv; charset=utf-8',
        content: Buffer.from(bucketsCsv(numbers.buckets)),
      },
    ],
  };
};

const totalsTable = ({ totals, before }: ReportContent): EmailTable => ({
  title: 'Key metrics',
  columns: ['', 'This period', ...(before ? ['Previous period', 'Change'] : [])],
  rows: totals.map(({ metric, text, ...total }) => [
    metrics[metric].label,
    text(total.now),
    ...(total.before === undefined ? [] : [text(total.before), percentChange(total.now, total.before)]),
  ]),
  ...(before && { note: `Previous period: ${periodText(before)}.` }),
});

const definitionsTable = ({ totals }: ReportContent): EmailTable => ({
  title: 'What the metrics mean',
  columns: ['', ''],
  rows: totals.map(({ metric }) => [metrics[metric].label, metrics[metric].definition]),
});

const pageOf = (schedule: ScheduleRow, { from_date, to_date }: ReportContent, publicUrl: string): string => {
  const { kind, account, account_key, station_key, about_podcast, about_station } = schedule;
  const { page } = kindRules[kind];
  const path = station_key
    ? `/accounts/${account ?? ''}/stations/${station_key}/analytics${page.station}`
    : account_key
      ? kind === 'campaign'
        ? `/accounts/${account_key}/advertising`
        : `/accounts/${account_key}/analytics${page.account}`
      : '/portal/analytics';
  const url = new URL(`${path}?period=custom&from=${from_date}&to=${to_date}`, publicUrl);
  if (about_podcast) url.searchParams.set('podcast', about_podcast);
  if (about_station) url.searchParams.set('station', about_station);
  return url.href;
};

/** CSV of the buckets, times in ISO 8601. */
const bucketsCsv = ({ columns, rows }: ReportContent['buckets']): string =>
  [columns, ...rows]
    .map((row) => row.map((cell) => csvCell(typeof cell === 'number' ? Number(cell.toFixed(3)) : cell)).join(','))
    .join('\r\n')
    .concat('\r\n');
