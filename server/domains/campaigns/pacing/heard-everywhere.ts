import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs, minuteMs } from '#contract/rules/time.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { emptyIfMissing, queryRows, stationIn } from '#server/platform/clickhouse/query.ts';
import { planStations, type PlanStationRow } from '../plan/plan.repo.ts';

/** A station with audio ads, and the listening of its last seven days, ms. */
export type HeardStation = PlanStationRow & { heard: number };

type Deps = { db: Db; clickhouse: ClickHouseClient };
type Known = { at: number; stations: Promise<readonly HeardStation[]> };

const knownForMs = 5 * minuteMs;
const heardDays = 7;
const atOnce = 1000;
const known = new WeakMap<Db, Known>();

/**
 * All stations with audio ads, with how much they were heard: a few minutes old, as reading some thousand of them takes longer
 * than the rest of a forecast; read again for stations that were not among them.
 */
export const heardEverywhere = async (
  deps: Deps,
  own: readonly PlanStationRow[],
  now: number,
): Promise<readonly HeardStation[]> => {
  const last = known.get(deps.db);
  if (last && now >= last.at && now - last.at < knownForMs) {
    const keys = new Set((await last.stations).map(({ key }) => key));
    if (own.every(({ key }) => keys.has(key))) return await last.stations;
  }
  const stations = readAll(deps, now);
  known.set(deps.db, { at: now, stations });
  stations.catch(() => known.delete(deps.db));
  return await stations;
};

const readAll = async ({ db, clickhouse }: Deps, now: number): Promise<HeardStation[]> => {
  const all = await planStations(db);
  const heard = new Map<string, number>();
  const since = `toDateTime(${String(Math.floor((now - heardDays * dayMs) / 1000))}, 'UTC')`;
  for (let i = 0; i < all.length; i += atOnce) {
    const some = all.slice(i, i + atOnce).map(({ key }) => key);
    const rows = await queryRows<{ station: string; ms: number }>(
      clickhouse,
      `select toString(station) as station, toFloat64(sum(ms)) as ms from listening_buckets
       where minutes = 1440 and ${stationIn(some)} and at >= ${since} group by station`,
    ).catch(emptyIfMissing([]));
    for (const { station, ms } of rows) heard.set(station, ms);
  }
  return all.map((row) => ({ ...row, heard: heard.get(row.key) ?? 0 }));
};
