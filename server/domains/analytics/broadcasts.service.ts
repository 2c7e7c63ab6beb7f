import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LoggedPlay } from '#contract/api/playout-rules.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';

/* What stations broadcast, as the engines reported it: sources that were connected, and plays. */

/** Whether an encoder was ever connected to one of these stations. */
export const wasEverLive = async (clickhouse: ClickHouseClient, stations: readonly StationKey[]): Promise<boolean> => {
  const rows = await query(
    clickhouse,
    `select 1 as heard
    from sources
    where station in {stations:Array(String)} and source = 'live' and event in ('connected', 'taken')
    limit 1`,
    { stations },
  );
  return rows.length > 0;
};

export type PlaysQuery = { offset: number; limit: number; search?: string | undefined };
export type Play = Omit<LoggedPlay, 'reason'>;

const retentionMs = 31 * 24 * 3600_000;
const isFound = `station = {station:String} and at >= {since:DateTime64(3)}
          and ({search:String} = '' or positionCaseInsensitiveUTF8(concat(artist, ' ', title), {search:String}) > 0)`;
type Row = Omit<Play, 'at' | 'track'> & { ms: number; track: string };

/**
 * What a station played within the last 31 days, latest first, optionally only matches of a search. New plays appear a
 * few seconds late, when the engine's events are recorded. Refuses with `request.unavailable` while ClickHouse is down.
 */
export const playsOf = async (
  deps: Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient },
  station: StationKey,
  { offset, limit, search = '' }: PlaysQuery,
): Promise<{ plays: Play[]; total: number }> => {
  const since = Math.floor((deps.clock.now().getTime() - retentionMs) / 1000) * 1000;
  const params = { station, since, search, limit, offset };
  try {
    const [rows, counted] = await Promise.all([
      query<Row>(
        deps.clickhouse,
        `select toFloat64(toUnixTimestamp64Milli(at)) as ms, source, track, title, artist, album, why, skipped
        from plays
        where ${isFound}
        order by at desc limit {limit:UInt32} offset {offset:UInt32}`,
        params,
      ),
      query<{ total: number }>(
        deps.clickhouse,
        `select toFloat64(count()) as total
        from plays
        where ${isFound}`,
        params,
      ),
    ]);
    return { plays: rows.map(presentPlay), total: counted[0]?.total ?? 0 };
  } catch (error) {
    // Nothing was ever recorded.
    if (isMissingTable(error)) return { plays: [], total: 0 };
    deps.log.error({ err: error }, "failed to query a station's plays");
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};

const presentPlay = ({ ms, track, ...play }: Row): Play => ({
  ...play,
  at: new Date(ms).toISOString(),
  track: track === '' ? null : track,
});
