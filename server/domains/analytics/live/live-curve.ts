import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { LiveCurve } from '#contract/api/live-stats.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { minuteMs, quarterMs } from '#contract/rules/time.ts';
import type { ConnectedListeners } from './connected-listeners.ts';
import { currentListeners, type LiveDeps } from './live-stats.service.ts';

const minutes = 60;

/**
 * The listeners of each of these stations in each of the last sixty minutes: recorded ones, and open sessions from
 * where their recorded part ends. Without the engine, open sessions are left out.
 */
export const curveOf = async (
  deps: LiveDeps & { clickhouse: ClickHouseClient },
  stations: readonly StationKey[],
): Promise<LiveCurve> => {
  const now = deps.clock.now().getTime();
  const first = Math.floor(now / minuteMs) - minutes + 1;
  const curves = new Map(stations.map((key) => [key, Array.from({ length: minutes }, () => 0)]));
  const [recorded, connected] = await Promise.all([
    stations.length === 0 ? [] : recordedSince(deps, stations, first),
    currentListeners(deps, new Set(stations)).catch(() => undefined),
  ]);
  for (const { station, minute, listeners } of recorded) {
    const curve = curves.get(station);
    if (curve && minute >= first && minute < first + minutes) curve[minute - first] = listeners;
  }
  if (connected) for (const [key, curve] of curves) addOpen(curve, key, { connected, now, first });
  return {
    from: new Date(first * minuteMs).toISOString(),
    stations: [...curves].map(([key, curve]) => ({ key, minutes: curve })),
  };
};

type Recorded = { station: StationKey; minute: number; listeners: number };

const recordedSince = async (
  { clickhouse, log }: LiveDeps & { clickhouse: ClickHouseClient },
  stations: readonly StationKey[],
  first: number,
): Promise<Recorded[]> =>
  await query<Recorded>(
    clickhouse,
    `select station, toUInt32(intDiv(toUnixTimestamp(at), 60)) as minute, toUInt32(sum(listeners)) as listeners
    from listening_minutes
    where station in {stations:Array(String)} and at >= {start:DateTime}
    group by station, minute`,
    { stations, start: first * minuteMs },
  ).catch((error: unknown) => {
    if (isMissingTable(error)) return [];
    log.error({ err: error }, 'failed to query the last hour');
    return refuse('request.unavailable', { part: 'Analytics' });
  });

/** Slices end at each quarter hour: an open session's earlier part has been recorded. */
const addOpen = (
  curve: number[],
  station: StationKey,
  { connected, now, first }: { connected: ConnectedListeners; now: number; first: number },
): void => {
  const cut = Math.floor(now / quarterMs) * quarterMs;
  for (const { started } of connected.sessions(station)) {
    const from = Math.floor(Math.max(started, cut) / minuteMs) - first;
    for (let minute = Math.max(0, from); minute < curve.length; minute++) curve[minute] = (curve[minute] ?? 0) + 1;
  }
};
