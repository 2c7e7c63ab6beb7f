import { Readable } from 'node:stream';
import type { AccountKey } from '#contract/rules/keys.ts';
import { reportColumns, type TransmissionCategory } from '#contract/rules/royalty-rules.ts';
import { stationPerformances, reportPeriod, type RoyaltyDeps } from './station-performances.ts';
import { gatherRecordings, type Recording } from './recordings.ts';
import type { RoyaltyStation } from './royalty.repo.ts';
import { serviceNames, settingsFor } from './royalty-settings.ts';

type Dates = { from_date: string; to_date: string };
/** A service's recordings, most performed first. */
type Service = { name: string; recordings: Recording[] };
export type ReportOfUse = { name: string; category: TransmissionCategory; services: Service[] };

/**
 * The report of use for some of an account's stations: each recording with its performances in the territory from the
 * account's settings, without unheard ones; one service per station, or one for all. Refuses as `stationPerformances`.
 */
export const reportOfUse = async (
  deps: RoyaltyDeps,
  account: AccountKey,
  stations: readonly RoyaltyStation[],
  dates: Dates,
): Promise<ReportOfUse> => {
  const settings = await settingsFor(deps.db, account);
  const period = reportPeriod(dates, stations[0]?.zone ?? 'UTC');
  const nameOf = serviceNames(settings);
  const gathered = new Map<string, ReturnType<typeof gatherRecordings>>();
  for await (const { station, plays } of stationPerformances(deps, stations, period, settings.territory)) {
    const name = nameOf(station.key);
    const service = gathered.get(name) ?? gatherRecordings();
    gathered.set(name, service);
    service.add(plays);
  }
  const services = [...gathered].map(([name, service]) => ({
    name,
    recordings: service.list().filter(({ performances }) => performances > 0),
  }));
  const names = [...gathered.keys()];
  const title = names.length === 1 ? names[0]! : settings.names.account;
  return { name: fileName(title, dates), category: settings.category, services };
};

/** `soundexchange-harbour-radio-2026-11`; with both dates if it isn't a whole month. */
const fileName = (title: string, { from_date, to_date }: Dates): string => {
  const words = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const slug = words.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'report';
  return `soundexchange-${slug}-${isMonth(from_date, to_date) ? from_date.slice(0, 7) : `${from_date}-${to_date}`}`;
};

const isMonth = (from: string, to: string): boolean => {
  const next = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString();
  return from.endsWith('-01') && to.startsWith(from.slice(0, 7)) && next.slice(8, 10) === '01';
};

/**
 * The report in SoundExchange's format: a header and a pipe-separated line per recording, generated while it is sent.
 */
export const reportFile = (report: ReportOfUse): { stream: Readable; size: number } => {
  let size = 0;
  for (const line of linesOf(report)) size += Buffer.byteLength(line);
  return { stream: Readable.from(linesOf(report)), size };
};

function* linesOf({ category, services }: ReportOfUse): Generator<string> {
  yield `${reportColumns.join('|')}\r\n`;
  for (const { name, recordings } of services)
    for (const { artist, title, isrc, album, label, performances } of recordings)
      yield `${[name, category, artist, title, isrc, album, label, String(performances)].map(field).join('|')}\r\n`;
}

/** Replaces characters that would end a field or line by spaces. */
const field = (text: string): string => text.replaceAll(/[\s|\p{Cc}]+/gu, ' ').trim();

/** The same with plays and listening hours, for a spreadsheet. */
export async function* reportRows({ category, services }: ReportOfUse): AsyncGenerator<readonly (string | number)[]> {
  yield [...reportColumns, 'PLAY_FREQUENCY', 'LISTENING_HOURS'];
  for (const { name, recordings } of services)
    for (const { artist, title, isrc, album, label, performances, plays, listening_time } of recordings)
      yield [
        ...[name, category, artist, title, isrc, album, label].map(field),
        performances,
        plays,
        hours(listening_time),
      ];
}

const hours = (seconds: number): number => Math.round(seconds / 36) / 100;
