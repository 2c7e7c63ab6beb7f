import { createHash } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { Db } from '#server/kernel/kernel.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import { queryRows, literal, emptyIfMissing, settings } from '#server/platform/clickhouse/query.ts';
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

/** Subjects and consecutive days, in one time zone, to compute for the cache. */
export type CacheBatch = { subjects: readonly Subject[]; zone: string; from_date: string; to_date: string };

/** Settings of a statement that fills the cache. */
export const longQuerySettings = { ...settings, max_execution_time: 600 };

/** The source's rows (of `one_station`) once for the station and once for its account's set, as far as these are wanted. */
export const bySubject = (source: string): string => `
      select *, arrayJoin([one_station, transform(one_station, {members:Array(String)}, {sets:Array(String)}, '')]) as subject
      from (${source}) where subject in {subjects:Array(String)}`;

/** Parameters of `bySubject`, the batch's stations and zone, and when its computation began. */
export const batchParams = ({ subjects, zone }: CacheBatch, startedAt: Date) => {
  const sets = subjects.filter(({ stations }) => stations.length > 1);
  const members = sets.flatMap(({ subject, stations }) => stations.map((station) => ({ station, subject })));
  return {
    subjects: subjects.map(({ subject }) => subject),
    members: ['', ...members.map(({ station }) => station)],
    sets: ['', ...members.map(({ subject }) => subject)],
    stations: [...new Set(subjects.flatMap(({ stations }) => stations))],
    zone,
    computed_at: startedAt.getTime(),
  };
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
