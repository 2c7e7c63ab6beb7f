import { settings } from '#server/platform/clickhouse/query.ts';
import type { Subject } from './subjects.ts';

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
