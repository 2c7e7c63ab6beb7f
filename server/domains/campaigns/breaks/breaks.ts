import type { ClickHouseClient } from '@clickhouse/client';
import type { AdBreak, CueOffset, StartedBreak } from '#contract/api/audio-ads.ts';
import type { BreakRefusal } from '#contract/engine/engine-ads.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { hourMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { literal, queryRows } from '#server/platform/clickhouse/query.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import type { AdEngine } from '../plan/ad-engine.ts';

const mostBreaks = 500;
type Row = Omit<AdBreak, 'at'> & { at: number };

/** The breaks of a station in the last hours, latest first; a break appears some seconds after it began. */
export const breaksOf = async (
  deps: Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient },
  station: StationKey,
  hours: number,
): Promise<AdBreak[]> => {
  const since = Math.floor((deps.clock.now().getTime() - hours * hourMs) / 1000);
  const rows = await withQueryErrors(deps, [], () =>
    queryRows<Row>(
      deps.clickhouse,
      `select id, toFloat64(toUnixTimestamp64Milli(t.at)) as at, kind, toFloat64(ms) / 1000 as seconds,
         toFloat64(listeners) as listeners, toFloat64(with_spot) as "withSpot"
       from breaks as t where station = ${literal(station)} and t.at >= toDateTime64(${since}, 3, 'UTC')
       order by t.at desc limit ${mostBreaks}`,
    ),
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
};

/** How far a station's cues are from the boundaries in its sound. Refuses with `request.unavailable` without the engine. */
export const cueOffset = async (
  deps: Pick<Kernel, 'log'> & { engine: Pick<AdEngine, 'cueOffset'> },
  station: StationKey,
): Promise<CueOffset> => await deps.engine.cueOffset(station).catch(unavailable(deps, station));

/**
 * Starts a break now. Refuses with `audioAds.off`, `audioAds.notOnAir` while the station is silent, `audioAds.breakRunning`
 * while one plays, `audioAds.noSpots` if nobody has one to hear, and `request.unavailable` if the engine can't be reached.
 */
export const startBreak = async (
  deps: Pick<Kernel, 'db' | 'log'> & { engine: Pick<AdEngine, 'startBreak'> },
  station: StationKey,
  seconds: number,
): Promise<StartedBreak> => {
  const row = await deps.db
    .selectFrom('stations')
    .select('audioads')
    .where('key', '=', station)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) refuse('station.notFound');
  if (!row.audioads) refuse('audioAds.off');
  const started = await deps.engine.startBreak(station, seconds).catch(unavailable(deps, station));
  if (typeof started === 'string') return refuse(codes[started]);
  return { ...started, at: new Date(started.at).toISOString() };
};

const unavailable =
  ({ log }: Pick<Kernel, 'log'>, station: StationKey) =>
  (error: unknown): never => {
    log.warn({ station, error: String(error) }, 'the engine did not answer about breaks');
    return refuse('request.unavailable', { part: 'The streaming server' });
  };

const codes: Record<BreakRefusal, ErrorCode> = {
  running: 'audioAds.breakRunning',
  off: 'audioAds.off',
  silent: 'audioAds.notOnAir',
  noSpots: 'audioAds.noSpots',
};
