import { dayMs, quarterMs } from '#contract/rules/time.ts';
import { bind } from '#server/platform/clickhouse/bind.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { openParams, openTable, withOpen, type OpenSlice } from '../open-slices.ts';
import type { Filter } from '../questions/scope.ts';

/** Stations, a range, and their open sessions. */
export type SongsQuery = {
  stations: readonly string[];
  range: TimeRange;
  open: readonly OpenSlice[];
  /** The condition of slices that count, if not all do. */
  filter?: Filter | undefined;
};

/** How far back to look for a play that is still on when the range begins. */
const lookBackMs = dayMs;

const paramsOf = ({ stations, range: { start, end }, open, filter }: SongsQuery) => ({
  ...{ stations, everywhere: false, ...openParams(open), ...filter?.params },
  ...{ start, end, start_ms: start, end_ms: end, look_back: start - lookBackMs, quarter_back: start - quarterMs },
});

/**
 * The statement for what was played within the range, by artist and title: plays, sessions that ended during one (`left`),
 * and sessions that heard one (`listeners`). A play lasts until the next one of its station; a session heard it if it began
 * before the play's end and ended after its start. Consecutive ranges add up; in the first range of a period, the song that
 * is on at its start counts as a play.
 */
export const songListenersQuery = (request: SongsQuery, isFirst: boolean): string => {
  const isPlay = isFirst ? '1' : 'play >= {start_ms:Int64}';
  return bind(
    `select artist, title, toUInt64(${isPlay}) as plays, toUInt64(ends) as left,
      toUInt64(if(${isPlay}, open_sessions, begins)) as listeners
    from (${segments(request, plays)}) where known`,
    paramsOf(request),
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
    `select station, toDateTime(intDiv(play, ${quarterMs}) * 900, 'UTC') as at, isOn, song.2 as artist, song.3 as title,
      sum(if(isOn, 1, known)) as plays, sum(if(isOn, 0, ends)) as left,
      sum(multiIf(isOn, greatest(0, open_sessions - begins), known, open_sessions, begins)) as listeners
    from (
      select station, play, known, begins, ends, open_sessions,
        argMax((known, artist, title), if(known, play, 0)) over (partition by station order by play
          rows between unbounded preceding and current row) as song
      from (${segments(request, `${plays} union all ${cuts}`)})
    ) array join if(known, [0], [0, 1]) as isOn where song.1 and play >= {start_ms:Int64}
    group by station, at, isOn, song having plays + left + listeners > 0`,
    { ...paramsOf(request), quarters },
  );
};

/** Each of `starts` begins a segment. Of the plays up to the start of the range only the last one can be on in it. */
const plays = `
      select toString(station) as station, toUnixTimestamp64Milli(at) as moment, 1 as is_start, 1 as known, artist, title,
        toInt64(0) as begins, toInt64(0) as ends, toInt64(0) as open_at_start
      from plays
      where station in {stations:Array(String)} and skipped = '' and at >= {look_back:DateTime} and at < {end:DateTime}
      order by at desc limit 1 by station, greatest(moment, {start_ms:Int64})`;
const cuts = `
      select arrayJoin({stations:Array(String)}), arrayJoin({quarters:Array(Int64)}), 1, 0, '', '', 0, 0, 0`;

/**
 * Splits each station's time into segments, each up to the next: plays (`known`), the rest of a play after a cut, and the
 * time before all of them (`play` 0), when nothing known plays. Each has the sessions that began, ended and were open in it.
 * Sessions and plays are not joined: sorted by time, each edge of a session belongs to the last start before it, and running
 * sums give the open sessions (`still_open` after each edge). A session that ends as a play begins heard the play before.
 */
const segments = ({ open, filter }: SongsQuery, starts: string): string => `
    select station, play, max(known) as known, anyIf(artist, known) as artist, anyIf(title, known) as title,
      sum(begins) as begins, sum(ends) as ends, greatest(0, sum(ends) + argMax(still_open, moment)) as open_sessions
    from (
      select *, max(if(is_start, moment, 0)) over so_far as play, sum(begins + open_at_start - ends) over so_far as still_open
      from (${starts}
      union all
      ${filter === undefined ? sessionEdges : filteredEdges(filter)}
        and moment >= {start_ms:Int64} and moment < {end_ms:Int64}
      union all
      select toString(station), {start_ms:Int64}, 0, 0, '', '', 0, 0, toInt64(open_at_start)
      from ${filter === undefined ? 'listening_buckets' : filteredOpen(filter)}
      where minutes = 15 and station in {stations:Array(String)} and at = {start:DateTime}
      ${withOpen(
        open,
        `union all
      select station, if(was_open, {start_ms:Int64}, since_ms), 0, 0, '', '', toInt64(n = 0), 0, toInt64(was_open)
      from (
        select *, n > 0 and intDiv(since_ms, ${quarterMs}) * ${quarterMs} = {start_ms:Int64} as was_open
        from ${openTable}
        where ${filter?.sql ?? '1'}
      )
      where since_ms < {end_ms:Int64} and (n = 0 or was_open)`,
      )})
      window so_far as (partition by station order by moment range between unbounded preceding and current row)
    ) group by station, play`;

/** Where sessions begin and end; an end counts to the millisecond before it. */
const sessionEdges = `select toString(station), toUnixTimestamp64Milli(at) - edge.2 as moment, 0, 0, '', '',
        toInt64(if(edge.2, 0, edge.1)), toInt64(if(edge.2, edge.1, 0)), 0
      from session_edges array join [(begins, 0), (ends, 1)] as edge
      where station in {stations:Array(String)} and at >= {start:DateTime64(3)} and at <= {end:DateTime64(3)} and edge.1 > 0`;

const ofFiltered = (filter: Filter): string => `station in {stations:Array(String)} and ${filter.sql}
          and since >= {quarter_back:DateTime64(3)} and since <= {end:DateTime64(3)}`;

/** The same of sessions that match a filter. */
const filteredEdges = (filter: Filter): string =>
  `select toString(station), toUnixTimestamp64Milli(edge.1) - edge.2 as moment, 0, 0, '', '',
        toInt64(not edge.2), toInt64(edge.2), 0
      from slices array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as edge
      where ${ofFiltered(filter)}`;

/** How many sessions that match a filter were open when a quarter hour began, as `listening_buckets` has it of all. */
const filteredOpen = (filter: Filter): string => `(
        select 15 as minutes, station, toStartOfFifteenMinutes(since) as at, toUInt64(1) as open_at_start
        from slices
        where ${ofFiltered(filter)} and first = 0)`;
