import type { Updateable } from 'kysely';
import { relayStreamType } from '#contract/station-lists.ts';
import type { StationsTable } from '#server/kernel/db/tables.ts';
import type { Changes } from './change-station.ts';
import type { StationRow } from './stations.repo.ts';

/** The columns that these changes of a station come to; objects of which a part is named keep the rest. */
export const columnsOf = (changes: Changes, row: StationRow): Updateable<StationsTable> => {
  const { tags, default_type, monitoring_settings, reports_settings, radio_server_settings, ...plain } = changes;
  return {
    ...plain,
    ...(tags && { tags: [...new Set(tags)] }),
    ...(default_type !== undefined && { default_type: default_type % relayStreamType }),
    ...(monitoring_settings && {
      monitoring_settings: JSON.stringify({ ...row.monitoring_settings, ...withoutTwins(monitoring_settings) }),
    }),
    ...(reports_settings && { reports_settings: JSON.stringify(withoutTwins(reports_settings)) }),
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
  settings: JSON.stringify({ ...row.settings, ...named(rest) }),
});

/** What is undefined is not named: it stays as it is. */
const named = <T extends object>(given: T): Partial<T> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Nobody is written to twice. */
const withoutTwins = <T extends { [name: string]: unknown }>(given: T): T =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, Array.isArray(value) ? [...new Set(value)] : value]),
  ) as T;
