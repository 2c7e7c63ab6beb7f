import type { ClickHouseClient } from '@clickhouse/client';
import { playColumns, sessionColumns, type RawKind, type RawSession } from '#contract/api/raw-data.ts';
import type { Clock } from '#server/kernel/kernel.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { emptyIfMissing } from '#server/platform/clickhouse/query.ts';
import { zoneFormatter } from '#server/platform/zone-formatter.ts';
import { openRawSlices, type OpenDeps, slicePages } from './raw-slices.ts';
import { mergeSessions, type RawRange, type SessionRow } from './raw-sessions.ts';

export type RowsDeps = OpenDeps & { clickhouse: ClickHouseClient; clock: Clock };
export type Cells = readonly (string | number)[];

/** The lines of a file, heading first, read on demand with constant memory. */
export const rawRows = (deps: RowsDeps, kind: RawKind, request: RawRange): AsyncGenerator<Cells> =>
  kind === 'sessions' ? sessionRows(deps, request) : playRows(deps, request);

async function* sessionRows(deps: RowsDeps, request: RawRange): AsyncGenerator<Cells> {
  const now = deps.clock.now().getTime();
  // Read first: a listener who leaves afterwards has their last slice in the tables, and is listed once.
  const open = await openRawSlices(deps, request.station, request, now);
  const pages = slicePages(deps.clickhouse, request.station, request);
  const present = sessionPresenter(request.zone);
  yield sessionColumns;
  for await (const row of mergeSessions(pages, open, Math.min(request.end, now))) {
    const shown = present(row);
    yield sessionColumns.map((column) => shown[column]);
  }
}

/** A session as files and pages show it, with times in a zone. */
export const sessionPresenter = (zone: string): ((row: SessionRow) => RawSession) => {
  const write = zoneFormatter(zone);
  return ({ started, ended, ms, until: _until, ...row }) => ({
    ...row,
    started: write(started),
    ended: ended === null ? '' : write(ended),
    seconds: Math.round(ms / 1000),
  });
};

const playsAtOnceMs = 7 * 86_400_000;
type Play = Record<Exclude<(typeof playColumns)[number], 'at'>, string> & { ms: number };

async function* playRows(deps: RowsDeps, { station, start, end, zone }: RawRange): AsyncGenerator<Cells> {
  const write = zoneFormatter(zone);
  const until = Math.min(end, deps.clock.now().getTime() + 1000);
  let isHeadingDue = true;
  for (let from = start; from < until; from += playsAtOnceMs) {
    const plays = await playsWithin(deps.clickhouse, station, from, Math.min(until, from + playsAtOnceMs));
    if (isHeadingDue) yield playColumns;
    isHeadingDue = false;
    for (const { ms, ...play } of plays)
      yield playColumns.map((column) => (column === 'at' ? write(ms) : play[column]));
  }
  if (isHeadingDue) yield playColumns;
}

const playsWithin = async (
  clickhouse: ClickHouseClient,
  station: string,
  start: number,
  end: number,
): Promise<Play[]> =>
  await query<Play>(
    clickhouse,
    `select toFloat64(toUnixTimestamp64Milli(at)) as ms, source, artist, title, album, track, skipped
    from plays
    where station = {station:String} and at >= {start:DateTime64(3)} and at < {end:DateTime64(3)}
    order by at`,
    { station, start, end },
  ).catch(emptyIfMissing([]));
