import type { ClickHouseClient } from '@clickhouse/client';
import type { RawSession } from '#contract/api/raw-data.ts';
import { quarterMs } from '#contract/rules/time.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfMissing, isLimitExceeded } from '#server/platform/clickhouse/query.ts';
import { openRawSlices, sliceColumns, sliceWithin, type RawSlice } from './raw-slices.ts';
import { sessionPresenter, type RowsDeps } from './raw-rows.ts';
import { addSlice, type RawRange, type SessionRow } from './raw-sessions.ts';

type Page = { limit: number; offset: number };
/** A page of sessions, and how many there are. */
export type Preview = { timezone: string; entities: RawSession[]; total: number };

/**
 * A page of a period's sessions: open ones first, newest first, then the others by when they were last heard. Refuses
 * with `raw.liveFailed` where it can't be read.
 */
export const previewSessions = async (
  deps: RowsDeps & Pick<Kernel, 'log'>,
  request: RawRange,
  { limit, offset }: Page,
): Promise<Preview> => {
  try {
    const now = deps.clock.now().getTime();
    const open = await openRawSlices(deps, request.station, request, now);
    const recorded = await countSessions(deps.clickhouse, request, offset + limit + open.size);
    const openRows = [...open.values()].sort((one, other) => other.started - one.started);
    const shown = openRows.slice(offset, offset + limit);
    const others = await endedSessions(deps.clickhouse, request, [...open.keys()], {
      limit: limit - shown.length,
      offset: Math.max(0, offset - openRows.length),
      from: recorded.from,
    });
    const rows = await summed(deps.clickhouse, request, [...shown, ...others], open, Math.min(request.end, now));
    const total = recorded.total + openRows.filter(({ n }) => n === 0).length;
    return { timezone: request.zone, entities: rows.map(sessionPresenter(request.zone)), total };
  } catch (error) {
    if (isLimitExceeded(error)) refuse('analytics.tooMuch');
    deps.log.warn({ err: error, station: request.station }, 'failed to preview raw data');
    return refuse('raw.liveFailed');
  }
};

/**
 * The newest slice of each session. Reads only from the quarter hour since which there are enough sessions: everything
 * heard later lies in it.
 */
const endedSessions = async (
  clickhouse: ClickHouseClient,
  { station, start, end }: RawRange,
  without: readonly string[],
  { limit, offset, from }: Page & { from: number },
): Promise<RawSlice[]> => {
  if (limit === 0) return [];
  const since = async (begin: number): Promise<RawSlice[]> =>
    await query<RawSlice>(
      clickhouse,
      `select ${sliceColumns}
      from slices
      where ${sliceWithin} and session not in {without:Array(String)}
      order by slices.until desc, session limit 1 by session limit {limit:UInt32} offset {offset:UInt32}`,
      { station, start: begin, end, without: ['', ...without], limit, offset },
    ).catch(emptyIfMissing([]));
  const found = await since(from);
  // Sessions with several slices in one quarter hour were counted more than once.
  return found.length < limit && from > start ? await since(start) : found;
};

type Sum = { session: string; ms: number; bytes: number };

/** These sessions with their totals within the period. */
export const summed = async (
  clickhouse: ClickHouseClient,
  { station, start, end }: RawRange,
  newest: readonly RawSlice[],
  open: ReadonlyMap<string, RawSlice>,
  horizon: number,
): Promise<SessionRow[]> => {
  if (newest.length === 0) return [];
  const since = Math.max(start, Math.min(...newest.map(({ started }) => started)));
  const sums = await query<Sum>(
    clickhouse,
    `select session, toFloat64(sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms,
      toFloat64(sum(bytes)) as bytes
    from slices
    where ${sliceWithin} and session in {sessions:Array(String)}
    group by session`,
    { station, start: since, end, sessions: newest.map(({ session }) => session) },
  ).catch(emptyIfMissing([]));
  const bySession = new Map(sums.map((sum) => [sum.session, sum]));
  return newest.map((slice) => {
    const openSlice = open.get(slice.session);
    const { ms = 0, bytes = 0 } = bySession.get(slice.session) ?? {};
    const row = { ...addSlice(undefined, slice), ms, bytes };
    if (openSlice) return { ...row, ms: ms + openSlice.until - openSlice.since, bytes: bytes + openSlice.bytes };
    const isOpen = slice.last === 0 && slice.until > horizon - quarterMs;
    return { ...row, ended: isOpen ? null : slice.until };
  });
};

/**
 * How many sessions were recorded in the period, and the latest quarter hour since which there are enough; the period's
 * start where there aren't.
 */
const countSessions = async (
  clickhouse: ClickHouseClient,
  { station, start, end }: RawRange,
  enough: number,
): Promise<{ total: number; from: number }> => {
  const [found] = await query<{ total: number; second: number }>(
    clickhouse,
    `select toFloat64(max(connects) + sumIf(open_before, at = {start:DateTime})) as total,
      toFloat64(maxIf(toUnixTimestamp(at), connects + open_before >= {enough:UInt32})) as second
    from (
      select at, sum(open_at_start) as open_before, sum(sum(connected)) over (order by at desc) as connects
      from listening_buckets
      where minutes = 15 and station = {station:String} and at >= {start:DateTime} and at < {end:DateTime}
      group by at
    )`,
    { station, start, end, enough },
  ).catch(emptyIfMissing([]));
  return { total: found?.total ?? 0, from: Math.max(start, (found?.second ?? 0) * 1000) };
};
