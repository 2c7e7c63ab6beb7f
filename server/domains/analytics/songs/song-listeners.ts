import { dateTime, literal, stationIn, within } from '#server/platform/clickhouse/query.ts';
import type { TimeRange } from '#server/platform/period.ts';
import { openSource, type OpenSlice } from '../open-slices.ts';

/** Stations, a range, and their open sessions. */
export type SongsQuery = {
  stations: readonly string[];
  range: TimeRange;
  open: readonly OpenSlice[];
  /** The condition of slices that count, if not all do. */
  filter?: string | undefined;
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

/**
 * What was played within the range, by artist and title: plays, sessions that ended during one (`left`), and sessions
 * that heard one (`listeners`). A play lasts until the next one of its station; a session heard it if it began before
 * the play's end and ended after its start. Consecutive ranges add up; in the first range of a period, the song that is
 * on at its start counts as a play.
 */
export const songListenersQuery = (request: SongsQuery, isFirst: boolean): string => {
  const start = `line * ${lineMs} + ${request.range.start}`;
  const isPlay = isFirst ? '1' : `play >= ${start}`;
  return `select artist, title, toUInt64(${isPlay}) as plays, toUInt64(ends) as left,
      toUInt64(if(${isPlay}, open_sessions, begins)) as listeners
    from (${segments(request, [])}) where known and next_at > ${start}`;
};

/**
 * The same by station and quarter hour, each a range of its own. The song that is on when a quarter hour begins is a
 * separate row (`isOn`), for periods that begin there.
 */
export const songsByQuarter = (request: SongsQuery): string => {
  const { start, end } = request.range;
  const quarters = Array.from({ length: (end - start) / quarterMs }, (_, i) => start + i * quarterMs);
  return `select ${list(request.stations)}[line] as station,
      toDateTime(intDiv(play - line * ${lineMs}, ${quarterMs}) * 900, 'UTC') as at, isOn, song.2 as artist, song.3 as title,
      sum(if(isOn, 1, known)) as plays, sum(if(isOn, 0, ends)) as left,
      sum(multiIf(isOn, greatest(0, open_sessions - begins), known, open_sessions, begins)) as listeners
    from (
      select play, line, known, begins, ends, open_sessions,
        argMax((known, artist, title), if(known, play, 0)) over ${preceding} as song
      from (${segments(request, quarters)})
    ) array join if(known, [0], [0, 1]) as isOn where song.1 and play >= line * ${lineMs} + ${start}
    group by line, at, isOn, song having plays + left + listeners > 0`;
};

/**
 * Splits time into segments, each up to the next: plays (`known`), and the rest of a play after a cut. Each has the
 * sessions that began, ended and were open in it. Sessions and plays are not joined: starts and ends are rounded down
 * to their segment (`starts` has all), and running sums give the open sessions. Before all plays of a station there is a
 * cut, when nothing known plays. A session that ends as a play begins heard the play before.
 */
const segments = (request: SongsQuery, cuts: readonly number[]): string => {
  const { stations, range, open, filter } = request;
  const line = stations.length === 1 ? '1' : `indexOf(${list(stations)}, toString(station))`;
  const onLine = (ms: string): string => `toInt64(${line} * ${lineMs} + ${ms})`;
  const at = onLine('toUnixTimestamp64Milli(at)');
  const ofStations = stationIn(stations);
  const plays = `plays where ${ofStations} and skipped = ''
      and ${within({ start: range.start - lookBackMs, end: range.end })}`;
  const cutsOnLine = `arrayFlatten(arrayMap(i -> arrayMap(cut -> toInt64(i * ${lineMs} + cut), [${[0, ...cuts].join(',')}]),
      range(1, ${stations.length + 1})))`;
  const { edges, openAtStart } = edgeTables(request);
  const [start, end] = [exactTime(range.start), exactTime(range.end)];
  const now = openSource(stations, open, filter);
  const isOpenAtStart = `n > 0 and intDiv(since_ms, ${quarterMs}) * ${quarterMs} = ${range.start}`;
  const none = 'toInt64(0)';
  return `
    with (select arraySort(arrayConcat(groupUniqArray(${at}), ${cutsOnLine})) from ${plays}) as starts
    select play, intDiv(play, ${lineMs}) as line, max(known) as known, anyIf(artist, known) as artist,
      anyIf(title, known) as title, sum(begins) as begins, sum(ends) as ends,
      leadInFrame(play, 1, line * ${lineMs} + ${range.end}) over ${following} as next_at,
      greatest(0, sum(sum(begins) + sum(open_at_start)) over ${preceding} - sum(sum(ends)) over ${preceding} + sum(ends)) as open_sessions
    from (
      select ${at} as play, artist, title, 1 as known, ${none} as begins, ${none} as ends, ${none} as open_at_start
      from ${plays}
      ${cuts.length === 0 ? '' : `union all select arrayJoin(${cutsOnLine}), '', '', 0, ${none}, ${none}, ${none}`}
      union all
      select roundDown(${at} - edge.2, starts), '', '', 0, toInt64(if(edge.2, 0, edge.1)), toInt64(if(edge.2, edge.1, 0)), ${none}
      from ${edges} array join [(begins, 0), (ends, 1)] as edge
      where ${ofStations} and at >= ${start} and at <= ${end}
        and edge.1 > 0 and if(edge.2, at > ${start}, at < ${end})
      union all
      select roundDown(${onLine(String(range.start))}, starts), '', '', 0, ${none}, ${none}, toInt64(open_at_start)
      from ${openAtStart} where ${ofStations} and at = ${dateTime(range.start)}
      ${
        now === undefined
          ? ''
          : `union all
      select roundDown(if(${isOpenAtStart}, ${onLine(String(range.start))}, ${onLine('since_ms')}), starts), '', '', 0,
        toInt64(n = 0), ${none}, toInt64(${isOpenAtStart})
      from ${now} where since_ms < ${range.end} and (n = 0 or ${isOpenAtStart})`
      }
    ) group by play`;
};

const list = (stations: readonly string[]): string => `[${stations.map(literal).join(',')}]`;

/** Where sessions begin and end, and how many were open when a quarter hour began: rollups, or of filtered sessions slices. */
const edgeTables = ({ stations, range, filter }: SongsQuery): { edges: string; openAtStart: string } => {
  if (filter === undefined) return { edges: 'session_edges', openAtStart: 'quarter_sums' };
  const slices = `from slices where ${stationIn(stations)} and ${filter}
    and since >= ${exactTime(range.start - quarterMs)} and since <= ${exactTime(range.end)}`;
  return {
    edges: `(select station, moment.1 as at, toUInt64(1 - moment.2) as begins, toUInt64(moment.2) as ends from (
      select station, since, until, first, last ${slices})
      array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment)`,
    openAtStart: `(select station, toStartOfFifteenMinutes(since) as at, toUInt64(1) as open_at_start ${slices}
      and first = 0)`,
  };
};

const exactTime = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
