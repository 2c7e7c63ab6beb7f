import type { ClickHouseClient } from '@clickhouse/client';
import { queryRows, literal, emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import { removeRows } from '../forget-listening.ts';
import type { Subject } from './subjects.ts';

/**
 * Deletes cached rows of stations and station sets that no longer exist: after a station is deleted, moved or added,
 * the account's set is a different one, and the old set's rows, with the sketches of its listeners, would stay forever.
 */
export const forgetSubjects = async (clickhouse: ClickHouseClient, current: readonly Subject[]): Promise<void> => {
  const names = [...new Set(current.map(({ subject }) => subject))];
  const which = names.length === 0 ? '1' : `subject not in (${names.map(literal).join(',')})`;
  const query = `select 1 as found from report_cache where ${which} limit 1`;
  const found = await queryRows(clickhouse, query).catch(emptyIfMissing([]));
  if (found.length > 0) await removeRows(clickhouse, 'report_cache', which);
};
