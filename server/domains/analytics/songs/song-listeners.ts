import { bind } from '#server/platform/clickhouse/bind.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { openParams, openTable, withOpen, type OpenSlice } from '../open-slices.ts';
import type { Filter } from '../questions/filter.ts';

/** Stations, a range, and their open sessions. */
export type SongsQuery = {
  stations: readonly string[];
  range: TimeRange;
  open: readonly OpenSlice[];
  /** The condition of slices that count, if not all do. */
  filter?: Filter | undefined;
};

const quarterMs = 900_000;
/** How far back to look for a play that is still on when the range begins. */
const lookBackMs = 86_400_000;
/**
 * Stations lie one after another on one time line; this distance is longer than any time (ms since the epoch) for a
 * thousand years.
 */
const lineMs = 2 ** 45;
const preceding = '(partition by line order by play rows between unbounded preceding and current row)';
const following = '(partition by line order by play rows between current row and unbounded following)';

const paramsOf = ({ stations, range: { start, end }, open, filter }: SongsQuery, cuts: readonly number[]) => ({
  ...{ stations, lines: stations.length, everywhere: false, ...openParams(open), ...filter?.params },
  ...{ start, end, start_ms: start, end_ms: end, look_back: start - lookBackMs, quarter_back: start - quarterMs },
  cuts: [0, ...cuts],
});

/**
 * The statement for what was played within the range, by artist and title: plays, sessions that ended during one (`left`),
 * and sessions that heard one (`listeners`). A play lasts until the next one of its station; a session heard it if it began
 * before the play's end and ended after its start. Consecutive ranges add up; in the first range of a period, the song that
 * is on at its start counts as a play.
 */
export const songListenersQuery = (request: SongsQuery, isFirst: boolean): string => {
  const isPlay = isFirst ? '1' : `play >= line * ${lineMs} + {start_ms:Int64}`;
  return bind(
    `select artist, title, toUInt64(${isPlay}) as plays, toUInt64(ends) as left,
      toUInt64(if(${isPlay}, open_sessions, begins)) as listeners
    from (${segments(request, 'plays')}) where known and next_at > line * ${lineMs} + {start_ms:Int64}`,
    paramsOf(request, []),
  );
};

/**
 * The same by station and quarter hour, each a range of its own. The song that is on when a quarter hour begins is a
 * separate row (`isOn`), for periods that begin there.
 */
export const songsByQuarter = (request: SongsQuery): string => {
  const { start, end } = request.range;
  const quarters = Array.from({ length: (end - start) / quarterMs }, (_, i) => start + i * quarterMs);
  return bind(
    `select {stations:Array(String)}[line] as station,
      toDateTime(intDiv(play - line * ${lineMs}, ${quarterMs}) * 900, 'UTC') as at, isOn, song.2 as artist, song.3 as title,
      sum(if(isOn, 1, known)) as plays, sum(if(isOn, 0, ends)) as left,
      sum(multiIf(isOn, greatest(0, open_sessions - begins), known, open_sessions, begins)) as listeners
    from (
      select play, line, known, begins, ends, open_sessions,
        argMax((known, artist, title), if(known, play, 0)) over ${preceding} as song
      from (${segments(request, 'plays and cuts')})
    ) array join if(known, [0], [0, 1]) as isOn where song.1 and play >= line * ${lineMs} + {start_ms:Int64}
    group by line, at, isOn, song having plays + left + listeners > 0`,
    paramsOf(request, quarters),
  );
};

const onLine = (ms: string): string =>
  `toInt64(indexOf({stations:Array(String)}, toString(station)) * ${lineMs} + ${ms})`;
const playedAt = onLine('toUnixTimestamp64Milli(at)');
const plays = `plays where station in {stations:Array(String)} and skipped = ''
        and at >= {look_back:DateTime} and at < {end:DateTime}`;
const cutsOnLine = `arrayFlatten(arrayMap(i -> arrayMap(cut -> toInt64(i * ${lineMs} + cut), {cuts:Array(Int64)}),
        range(1, {lines:UInt32} + 1)))`;
const none = 'toInt64(0)';
const isOpenAtStart = `n > 0 and intDiv(since_ms, ${quarterMs}) * ${quarterMs} = {start_ms:Int64}`;

/**
 * Splits time into segments, each up to the next: plays (`known`), and the rest of a play after a cut. Each has the
 * sessions that began, ended and were open in it. Sessions and plays are not joined: starts and ends are rounded down
 * to their segment (`starts` has all), and running sums give the open sessions. Before all plays of a station there is a
 * cut, when nothing known plays. A session that ends as a play begins heard the play before.
 */
const segments = ({ open, filter }: SongsQuery, of: 'plays' | 'plays and cuts'): string => `
    with (select arraySort(arrayConcat(groupUniqArray(${playedAt}), ${cutsOnLine})) from ${plays}) as starts
    select play, intDiv(play, ${lineMs}) as line, max(known) as known, anyIf(artist, known) as artist,
      anyIf(title, known) as title, sum(begins) as begins, sum(ends) as ends,
      leadInFrame(play, 1, line * ${lineMs} + {end_ms:Int64}) over ${following} as next_at,
      greatest(0, sum(sum(begins) + sum(open_at_start)) over ${preceding} - sum(sum(ends)) over ${preceding} + sum(ends)) as open_sessions
    from (
      select ${playedAt} as play, artist, title, 1 as known, ${none} as begins, ${none} as ends, ${none} as open_at_start
      from ${plays}
      ${of === 'plays' ? '' : `union all select arrayJoin(${cutsOnLine}), '', '', 0, ${none}, ${none}, ${none}`}
      union all
      select roundDown(${playedAt} - edge.2, starts), '', '', 0, toInt64(if(edge.2, 0, edge.1)), toInt64(if(edge.2, edge.1, 0)), ${none}
      from ${filter === undefined ? 'session_edges' : filteredEdges(filter)} array join [(begins, 0), (ends, 1)] as edge
      where station in {stations:Array(String)} and at >= {start:DateTime64(3)} and at <= {end:DateTime64(3)}
        and edge.1 > 0 and if(edge.2, at > {start:DateTime64(3)}, at < {end:DateTime64(3)})
      union all
      select roundDown(${onLine('{start_ms:Int64}')}, starts), '', '', 0, ${none}, ${none}, toInt64(open_at_start)
      from ${filter === undefined ? 'listening_buckets' : filteredOpen(filter)}
      where minutes = 15 and station in {stations:Array(String)} and at = {start:DateTime}
      ${withOpen(
        open,
        `union all
      select roundDown(if(${isOpenAtStart}, ${onLine('{start_ms:Int64}')}, ${onLine('since_ms')}), starts), '', '', 0,
        toInt64(n = 0), ${none}, toInt64(${isOpenAtStart})
      from ${openTable} where since_ms < {end_ms:Int64} and (n = 0 or ${isOpenAtStart}) and ${filter?.sql ?? '1'}`,
      )}
    ) group by play`;

const ofFiltered = (filter: Filter): string => `from slices where station in {stations:Array(String)} and ${filter.sql}
      and since >= {quarter_back:DateTime64(3)} and since <= {end:DateTime64(3)}`;

/** Where sessions that match a filter begin and end, as `session_edges` has it of all. */
const filteredEdges = (filter: Filter): string => `(
      select station, moment.1 as at, toUInt64(1 - moment.2) as begins, toUInt64(moment.2) as ends
      from (select station, since, until, first, last ${ofFiltered(filter)})
      array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment)`;

/** How many sessions that match a filter were open when a quarter hour began, as `listening_buckets` has it of all. */
const filteredOpen = (filter: Filter): string => `(
      select 15 as minutes, station, toStartOfFifteenMinutes(since) as at, toUInt64(1) as open_at_start
      ${ofFiltered(filter)} and first = 0)`;
