import { createHmac } from 'node:crypto';
import type { AppEvent } from '#contract/api/app-stats.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { Secrets } from '#server/kernel/kernel.ts';
import { addressKeyName } from '#server/platform/address-hash.ts';
import { clickhouseTime } from '#server/platform/clickhouse/clickhouse-time.ts';

/*
 * Listening in mobile apps: per session and day (UTC) its first event, last event and end. Each is a minimum or
 * maximum, so a repeated report changes nothing.
 */

/** The worker deletes a batch once it is stored here, so rows must survive a power cut. */
const settings = 'fsync_after_insert = 1, index_granularity = 1024';

export const appTables = [
  `create table if not exists app_sessions (
    station LowCardinality(String), at DateTime('UTC'), platform LowCardinality(String), listener UInt64, session UUID,
    country SimpleAggregateFunction(max, String),
    first SimpleAggregateFunction(min, DateTime64(3, 'UTC')), last SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
    ended SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
  ) engine = AggregatingMergeTree partition by toYYYYMM(at)
  order by (station, at, platform, listener, session) settings ${settings}`,
] as const;

/** What is known of a session on one day (UTC); times in ms since the epoch, `ended` 0 until an end event arrives. */
export type AppSessionDay = {
  station: string;
  day: number;
  platform: string;
  listener: string;
  session: string;
  country: string;
  first: number;
  last: number;
  ended: number;
};

/** Converts an event to a session-day row; the listener becomes a hash that means nothing outside of the account. */
export const sessionDayOf = async (
  secrets: Secrets,
  account: AccountKey,
  { event, at, country }: { event: AppEvent; at: number; country: string },
): Promise<AppSessionDay> => ({
  station: event.station,
  day: Math.floor(at / dayMs) * dayMs,
  platform: event.platform,
  listener: await hashInstallation(secrets, account, event.listener, at),
  session: event.session,
  country,
  first: at,
  last: at,
  ended: event.type === 'end' ? at : 0,
});

/** Merges rows of the same session and day. */
export const mergeSessionDays = (rows: readonly AppSessionDay[]): AppSessionDay[] => {
  const found = new Map<string, AppSessionDay>();
  for (const row of rows) {
    const key = [row.station, row.day, row.platform, row.listener, row.session].join(' ');
    const known = found.get(key);
    found.set(key, known ? merged(known, row) : row);
  }
  return [...found.values()];
};

const merged = (one: AppSessionDay, other: AppSessionDay): AppSessionDay => ({
  ...one,
  country: one.country > other.country ? one.country : other.country,
  first: Math.min(one.first, other.first),
  last: Math.max(one.last, other.last),
  ended: Math.max(one.ended, other.ended),
});

/** A row for the table `app_sessions`. */
export const sessionRow = ({ day, first, last, ended, ...row }: AppSessionDay): Record<string, string | number> => ({
  ...row,
  at: day / 1000,
  first: clickhouseTime(first),
  last: clickhouseTime(last),
  ended: clickhouseTime(ended),
});

const hashInstallation = async (secrets: Secrets, account: AccountKey, listener: string, at: number) => {
  const key = await secrets.get(addressKeyName(new Date(at)));
  return createHmac('sha256', key).update(`${account}\n${listener}`).digest().readBigUInt64BE(0).toString();
};
