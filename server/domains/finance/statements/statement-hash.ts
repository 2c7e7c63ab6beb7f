import { createHash } from 'node:crypto';

/** What identifies a statement, as it is part of its hash. */
export type StatementHead = { account_key: string; month: string; currency: string; timezone: string };
/** The impressions and micros of a day, station and campaign. */
export type StatementDay = {
  day: string;
  station_key: string;
  campaign_key: string;
  impressions: number;
  micros: number;
};

/**
 * The SHA-256 of a statement, as hexadecimal digits: of a line with account, month, currency and time zone, then of a line for each of its
 * days, sorted; fields are separated by tabs, and each line ends with a line feed.
 */
export const statementHash = (head: StatementHead, days: readonly StatementDay[]): string => {
  const lines = days.map((day) => [day.day, day.station_key, day.campaign_key, day.impressions, day.micros].join('\t'));
  const first = [head.account_key, head.month, head.currency, head.timezone].join('\t');
  return createHash('sha256')
    .update([first, ...lines.sort(), ''].join('\n'))
    .digest('hex');
};
