import { createHash } from 'node:crypto';
import type { Db } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, literal, emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import { deleteRows } from '#server/platform/clickhouse/dialect.ts';

/** A subject of the report cache: stations that are reported together, in their report's time zone. */
export type Subject = { subject: string; zone: string; stations: readonly string[] };

/** A single station's key, or a hash of several keys: a different set is a different subject. */
export const subjectOf = (stations: readonly string[]): string => {
  const keys = [...new Set(stations)].sort();
  if (keys.length === 1) return keys[0]!;
  return `set-${createHash('sha256').update(keys.join(',')).digest('base64url').slice(0, 22)}`;
};

/** Every station, and the set of each account with several stations, in the time zones of their reports. */
export const allSubjects = async (db: Db): Promise<Subject[]> => {
  const found = await db
    .selectFrom('stations')
    .select(['key', 'account_key', 'default_timezone as zone'])
    .orderBy('account_key')
    .orderBy('created')
    .orderBy('key')
    .execute();
  // A stored zone name may have become invalid; reports then use UTC too.
  const rows = found.map((row) => ({ ...row, zone: knownZone(row.zone) }));
  const accounts = Map.groupBy(rows, (row) => row.account_key);
  return [...accounts.values()].flatMap((own) => {
    const stations = own.map(({ key }) => key);
    const singles = own.map(({ key, zone }) => ({ subject: key, zone, stations: [key] }));
    return own.length === 1 ? singles : [...singles, { subject: subjectOf(stations), zone: own[0]!.zone, stations }];
  });
};

/**
 * Deletes cached rows of stations and station sets that no longer exist: after a station is deleted, moved or added,
 * the account's set is a different one, and the old set's rows, with the sketches of its listeners, would stay forever.
 */
export const forgetSubjects = async (clickhouse: ClickHouseClient, current: readonly Subject[]): Promise<void> => {
  const names = [...new Set(current.map(({ subject }) => subject))];
  const which = names.length === 0 ? '1' : `subject not in (${names.map(literal).join(',')})`;
  const query = `select 1 as found from report_cache where ${which} limit 1`;
  const found = await queryRows(clickhouse, query).catch(emptyIfMissing([]));
  if (found.length > 0) await deleteRows(clickhouse, 'report_cache', which);
};
