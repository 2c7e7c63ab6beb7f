import type { Updateable } from 'kysely';
import { relayStreamType } from '#contract/api/station-lists.ts';
import type { StationsTable } from './stations.tables.ts';
import type { Changes } from './change-station.ts';
import type { StationRow } from './stations.repo.ts';

/** The columns to write for these changes; partial objects are merged into the stored ones. */
export const changedColumns = (changes: Changes, row: StationRow): Updateable<StationsTable> => {
  const { tags, default_type, monitoring_settings, reports_settings, radio_server_settings, ...plain } = changes;
  return {
    ...plain,
    ...(tags && { tags: [...new Set(tags)] }),
    ...(default_type !== undefined && { default_type: default_type % relayStreamType }),
    ...(monitoring_settings && {
      monitoring_settings: JSON.stringify({ ...row.monitoring_settings, ...withoutDuplicates(monitoring_settings) }),
    }),
    ...(reports_settings && { reports_settings: JSON.stringify(withoutDuplicates(reports_settings)) }),
    ...(radio_server_settings && serverColumns(radio_server_settings, row)),
  };
};

const serverColumns = (
  { bitrate, sample_rate, channels, burst, media_type, ...rest }: NonNullable<Changes['radio_server_settings']>,
  row: StationRow,
): Updateable<StationsTable> => ({
  bitrate,
  sample_rate,
  channels,
  burst,
  ...(media_type && { codec: media_type === 'MP3' ? 'mp3' : 'aac' }),
  settings: JSON.stringify({ ...row.settings, ...withoutUndefined(rest) }),
});

/** Drops undefined values, so that those settings stay unchanged. */
const withoutUndefined = <T extends object>(settings: T): Partial<T> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Removes duplicates from lists, so that no recipient is notified twice. */
const withoutDuplicates = <T extends { [name: string]: unknown }>(settings: T): T =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
  ) as T;
