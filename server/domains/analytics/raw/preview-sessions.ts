import type { ClickHouseClient } from '@clickhouse/client';
import type { RawSession } from '#contract/raw-data.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { ask, isMissing, isTooMuch, literal, stationIn, within } from '../sql.service.ts';
import { openPieces, quarterMs } from './open-pieces.ts';
import { presenter, type RowsDeps } from './raw-rows.ts';
import { added, type Asked, type SessionRow } from './raw-sessions.ts';
import { sliceColumns, slicesWithin, type RawSlice } from './slice-pages.ts';

type Page = { limit: number; offset: number };
type Preview = { timezone: string; entities: RawSession[]; total: number };

/**
 * A page of the sessions of a period: who is there now, the latest first, then the others by when they were heard last.
 * Refuses with `raw.liveFailed` where it can't be known.
 */
export const previewSessions = async (
  deps: RowsDeps & Pick<Kernel, 'log'>,
  asked: Asked,
  { limit, offset }: Page,
): Promise<Preview> => {
  try {
    const now = deps.clock.now().getTime();
    const [open, known] = await Promise.all([
      openPieces(deps, asked.station, asked, now),
      counted(deps.clickhouse, asked),
    ]);
    const there = [...open.values()].sort((one, other) => other.started - one.started);
    const shown = there.slice(offset, offset + limit);
    const others = await endedSessions(deps.clickhouse, asked, [...open.keys()], {
      limit: limit - shown.length,
      offset: Math.max(0, offset - there.length),
    });
    const rows = await summed(deps.clickhouse, asked, [...shown, ...others], open, Math.min(asked.end, now));
    const total = known + there.filter(({ n }) => n === 0).length;
    return { timezone: asked.zone, entities: rows.map(presenter(asked.zone)), total };
  } catch (error) {
    if (isTooMuch(error)) refuse('analytics.tooMuch');
    deps.log.warn({ err: error, station: asked.station }, 'raw data could not be previewed');
    return refuse('raw.liveFailed');
  }
};

/**
 * The newest slice of each session. Read backwards from the end of the period as far as there are enough, and to the
 * quarter hour in which that is: all that was heard later lies in it.
 */
const endedSessions = async (
  clickhouse: ClickHouseClient,
  { station, start, end }: Asked,
  without: readonly string[],
  { limit, offset }: Page,
): Promise<RawSlice[]> => {
  if (limit === 0) return [];
  const others = without.length === 0 ? '' : ` and session not in (${without.map(literal).join(',')})`;
  const enough = offset + limit;
  const [far] = await rowsOf<{ sessions: number; since: number }>(
    clickhouse,
    `select toFloat64(count()) as sessions, toFloat64(toUnixTimestamp64Milli(min(began))) as since from (
       select since as began, session from slices where ${slicesWithin(station, start, end)}${others}
       order by slices.since desc, session desc, n desc limit 1 by session limit ${enough})`,
  );
  if (!far || far.sessions <= offset) return [];
  const from = far.sessions < enough ? start : Math.max(start, Math.floor(far.since / quarterMs) * quarterMs);
  return await rowsOf<RawSlice>(
    clickhouse,
    `select ${sliceColumns} from slices where ${slicesWithin(station, from, end)}${others}
     order by slices.until desc, session limit 1 by session limit ${limit} offset ${offset}`,
  );
};

type Sum = { session: string; ms: number; bytes: number };

/** These sessions with all that they have within the period. */
const summed = async (
  clickhouse: ClickHouseClient,
  { station, start, end }: Asked,
  newest: readonly RawSlice[],
  open: ReadonlyMap<string, RawSlice>,
  horizon: number,
): Promise<SessionRow[]> => {
  if (newest.length === 0) return [];
  const since = Math.max(start, Math.min(...newest.map(({ started }) => started)));
  const sums = await rowsOf<Sum>(
    clickhouse,
    `select session, toFloat64(sum(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms,
       toFloat64(sum(bytes)) as bytes from slices
     where ${slicesWithin(station, since, end)} and session in (${newest.map(({ session }) => literal(session)).join(',')})
     group by session`,
  );
  const bySession = new Map(sums.map((sum) => [sum.session, sum]));
  return newest.map((slice) => {
    const piece = open.get(slice.session);
    const { ms = 0, bytes = 0 } = bySession.get(slice.session) ?? {};
    const row = { ...added(undefined, slice), ms, bytes };
    if (piece) return { ...row, ms: ms + piece.until - piece.since, bytes: bytes + piece.bytes };
    const isThere = slice.last === 0 && slice.until > horizon - quarterMs;
    return { ...row, ended: isThere ? null : slice.until };
  });
};

/** How many sessions the tables know of the period. */
const counted = async (clickhouse: ClickHouseClient, { station, start, end }: Asked): Promise<number> => {
  const found = await rowsOf<{ total: number }>(
    clickhouse,
    `select toFloat64(sum(connected) + sumIf(carried, at = toDateTime(${start / 1000}, 'UTC'))) as total
     from quarter_sums where ${stationIn([station])} and ${within({ start, end })}`,
  );
  return found[0]?.total ?? 0;
};

const rowsOf = async <T>(clickhouse: ClickHouseClient, query: string): Promise<T[]> => {
  try {
    return await ask<T>(clickhouse, query);
  } catch (error) {
    // Nothing was ever recorded.
    if (isMissing(error)) return [];
    throw error;
  }
};
