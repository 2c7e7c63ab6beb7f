import type { Slot, Stats, StatsReply } from '#contract/analytics.ts';
import { metrics, type MetricId } from '#contract/metrics.ts';
import type { Letter, LetterTable } from '#server/kernel/kernel.ts';
import { titleOf } from './ask-recipients.ts';
import { changeOf, hours, periodText, plainNumber } from './report-words.ts';
import type { ScheduleRow } from './reports.repo.ts';

const topRows = 5;
const topStations = 10;

type About = { schedule: ScheduleRow; stats: StatsReply; publicUrl: string };

/** A report in words and tables, without whom it goes to: key numbers beside those before, who listened, what the numbers mean, a file of slots. */
export const reportLetter = ({ schedule, stats, publicUrl }: About): Omit<Letter, 'to'> => {
  const title = titleOf(schedule);
  const period = periodText(stats);
  const { connections, listening_time } = stats.period_stats.stats;
  return {
    subject: `${title}: listening ${stats.from_date === stats.to_date ? 'on ' : ''}${period}`,
    paragraphs: [
      connections === 0
        ? `Nobody listened to ${title} in this time: ${period}, by the clocks of ${stats.timezone}.`
        : `${plainNumber(connections)} sessions and ${hours(listening_time)} of listening: this is ${title} ${stats.from_date === stats.to_date ? 'on ' : ''}${period}, by the clocks of ${stats.timezone}.`,
    ],
    tables: [keyNumbers(stats), ...audience(stats), meanings()],
    action: { label: 'Open the analytics', url: pageOf(schedule, stats, publicUrl) },
    attachments: [
      {
        filename: `${title.replace(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 60)} ${stats.from_date}${stats.to_date === stats.from_date ? '' : ` ${stats.to_date}`}.csv`,
        type: 'text/csv; charset=utf-8',
        content: Buffer.from(slotsFile(slotsOf(stats))),
      },
    ],
  };
};

/** The slots of the frequency that was asked for. */
const slotsOf = ({ hour_stats, day_stats, minute_stats }: StatsReply): Slot[] =>
  [hour_stats, day_stats, minute_stats].find((slots) => slots.length > 0) ?? [];

const shown: readonly { metric: MetricId & keyof Stats; text: (value: number) => string }[] = [
  { metric: 'connections', text: plainNumber },
  { metric: 'uniques', text: plainNumber },
  { metric: 'listening_time', text: hours },
  { metric: 'peak', text: plainNumber },
  { metric: 'average', text: (value) => value.toFixed(1) },
];

const keyNumbers = ({ period_stats: { stats }, previous }: StatsReply): LetterTable => ({
  title: 'Key numbers',
  columns: ['', 'This time', ...(previous ? ['Before', 'Change'] : [])],
  rows: shown.map(({ metric, text }) => [
    metrics[metric].label,
    text(stats[metric]),
    ...(previous ? [text(previous.stats[metric]), changeOf(stats[metric], previous.stats[metric])] : []),
  ]),
  ...(previous && { note: `Before: ${periodText(previous)}.` }),
});

type Part = { stats: { connections: number; uniques: number; listening_time: number } };

const audience = (stats: StatsReply): LetterTable[] =>
  [
    partTable('Stations', stats.station_stats.slice(0, topStations), ({ name }) => name),
    partTable('Countries', stats.country_stats.slice(0, topRows), ({ name }) => name),
    partTable('Cities', stats.city_stats.slice(0, topRows), ({ city, iso }) => (iso === '' ? city : `${city}, ${iso}`)),
    partTable('Devices', stats.device_stats.slice(0, topRows), ({ device }) => device),
  ].filter(({ rows }) => rows.length > 0);

const partTable = <P extends Part>(title: string, parts: readonly P[], name: (part: P) => string): LetterTable => ({
  title,
  columns: ['', metrics.connections.label, metrics.uniques.label, metrics.listening_time.label],
  rows: parts.map((part) => [
    name(part).trim() || 'Unknown',
    plainNumber(part.stats.connections),
    plainNumber(part.stats.uniques),
    hours(part.stats.listening_time),
  ]),
});

const meanings = (): LetterTable => ({
  title: 'What the numbers mean',
  columns: ['', ''],
  rows: shown.map(({ metric }) => [metrics[metric].label, metrics[metric].definition]),
});

const pageOf = ({ account, account_key, station_key }: ScheduleRow, stats: StatsReply, publicUrl: string): string => {
  const base = station_key
    ? `/accounts/${account ?? ''}/stations/${station_key}/analytics`
    : account_key
      ? `/accounts/${account_key}/analytics/streaming`
      : '/portal/analytics';
  return new URL(`${base}?period=custom&from=${stats.from_date}&to=${stats.to_date}`, publicUrl).href;
};

const columns = ['connections', 'uniques', 'listening_time', 'connected', 'disconnected', 'peak', 'average'] as const;

/** CSV of the slots, `listening_time` in seconds, times in ISO 8601. */
const slotsFile = (slots: readonly Slot[]): string =>
  [['from', 'to', ...columns], ...slots.map(({ from, to, stats }) => [from, to, ...columns.map((name) => stats[name])])]
    .map((row) => row.map((cell) => (typeof cell === 'number' ? Number(cell.toFixed(3)) : cell)).join(','))
    .join('\r\n')
    .concat('\r\n');
