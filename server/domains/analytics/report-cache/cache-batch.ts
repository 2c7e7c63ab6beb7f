import { literal, settings } from '#server/platform/clickhouse/query.ts';
import type { Subject } from './subjects.ts';

/** Subjects and consecutive days, in one time zone, to compute for the cache. */
export type CacheBatch = { subjects: readonly Subject[]; zone: string; from_date: string; to_date: string };

/** Settings of a statement that fills the cache. */
export const longQuerySettings = { ...settings, max_execution_time: 600 };

export const computedAt = (at: Date): string => `fromUnixTimestamp64Milli(toInt64(${at.getTime()}), 'UTC')`;

/** Each station's rows once for the station and once for its account's set, as far as these are wanted. */
export const bySubject = ({ subjects }: CacheBatch, select: string): string => {
  const sets = subjects.filter(({ stations }) => stations.length > 1);
  const members = sets.flatMap(({ subject, stations }) => stations.map((station) => ({ station, subject })));
  const ofSet = `transform(one_station, ${literalArray(members.map(({ station }) => station))}, ${literalArray(members.map(({ subject }) => subject))}, '')`;
  return `select *, arrayJoin(${sets.length === 0 ? '[one_station]' : `[one_station, ${ofSet}]`}) as subject
    from (${select}) where subject in (${subjects.map(({ subject }) => literal(subject)).join(',')})`;
};

export const literalArray = (values: readonly string[]): string => `[${values.map(literal).join(',')}]`;
export const stationsOf = ({ subjects }: CacheBatch): string[] => [
  ...new Set(subjects.flatMap(({ stations }) => stations)),
];
