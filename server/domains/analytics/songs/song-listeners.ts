import { literal, stationIn, within } from '#server/platform/clickhouse/query.ts';
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
    from (${pieces(request, [])}) where known and next_at > ${start}`;
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
      from (${pieces(request, quarters)})
    ) array join if(known, [0], [0, 1]) as isOn where song.1 and play >= line * ${lineMs} + ${start}
    group by line, at, isOn, song having plays + left + listeners > 0`;
};

/**
 * Splits time into segments, each up to the next: plays (`known`), and the rest of a play after a cut. Each has the
 * sessions that began, ended and were open in it. Sessions and plays are not joined: starts and ends are rounded down
 * to their segment, and running sums give the open sessions.
 */
const pieces = (request: SongsQuery, cuts: readonly number[]): string =>
  `with (select arraySort(arrayConcat(groupUniqArray(${atOnLine(request)}), ${cutsOf(request, cuts)})) ${fromPlays(request)}) as pieces
    select play, intDiv(play, ${lineMs}) as line, max(known) as known, anyIf(artist, known) as artist,
      anyIf(title, known) as title, sum(begins) as begins, sum(ends) as ends,
      leadInFrame(play, 1, line * ${lineMs} + ${request.range.end}) over ${following} as next_at,
      greatest(0, sum(sum(begins) + sum(open_at_start)) over ${preceding} - sum(sum(ends)) over ${preceding} + sum(ends)) as open_sessions
    from (${[playsOf(request), ...(cuts.length > 0 ? [rowsOf(cutsOf(request, cuts))] : []), ...sessionEdges(request)].join(' union all ')})
    group by play`;

const list = (stations: readonly string[]): string => `[${stations.map(literal).join(',')}]`;

const onLine = ({ stations }: SongsQuery, ms: string): string =>
  `toInt64(${stations.length === 1 ? '1' : `indexOf(${list(stations)}, toString(station))`} * ${lineMs} + ${ms})`;
const atOnLine = (request: SongsQuery): string => onLine(request, 'toUnixTimestamp64Milli(at)');

/** The plays that may be on within the range. */
const fromPlays = ({ stations, range }: SongsQuery): string =>
  `from plays where ${stationIn(stations)} and skipped = ''
    and ${within({ start: range.start - lookBackMs, end: range.end })}`;

/** These cuts for each station, with one before all of its plays, when nothing known plays. */
const cutsOf = ({ stations }: SongsQuery, cuts: readonly number[]): string =>
  `arrayFlatten(arrayMap(i -> arrayMap(cut -> toInt64(i * ${lineMs} + cut), [0${cuts.map((cut) => `,${cut}`).join('')}]),
    range(1, ${stations.length + 1})))`;

const nameless = `'' as artist, '' as title, 0 as known`;
const noCounts = 'toInt64(0) as begins, toInt64(0) as ends, toInt64(0) as open_at_start';
const playsOf = (request: SongsQuery): string =>
  `select ${atOnLine(request)} as play, artist, title, 1 as known, ${noCounts} ${fromPlays(request)}`;
const rowsOf = (cuts: string): string => `select arrayJoin(${cuts}) as play, ${nameless}, ${noCounts}`;

/**
 * Sessions that begin or end within the range, and those open before it; one that ends as a play begins heard the play
 * before.
 */
const sessionEdges = (request: SongsQuery): string[] => {
  const { stations, range, open, filter } = request;
  const { start, end } = range;
  const of = stationIn(stations);
  const source = openSource(stations, open, filter);
  const { edges, openAtStart: openBefore } = edgeTables(request);
  const row = (one: string, begins: string, ends: string, openAtStart: string): string =>
    `select roundDown(${one}, pieces) as play, ${nameless}, toInt64(${begins}) as begins, toInt64(${ends}) as ends,
      toInt64(${openAtStart}) as open_at_start`;
  const atStart = onLine(request, String(start));
  const isOpenAtStart = `n > 0 and intDiv(since_ms, ${quarterMs}) * ${quarterMs} = ${start}`;
  return [
    `${row(`${atOnLine(request)} - moved.2`, 'if(moved.2, 0, moved.1)', 'if(moved.2, moved.1, 0)', '0')}
     from ${edges} array join [(begins, 0), (ends, 1)] as moved where ${of} and at >= ${time(start)} and at <= ${time(end)}
       and moved.1 > 0 and if(moved.2, at > ${time(start)}, at < ${time(end)})`,
    `${row(atStart, '0', '0', 'open_at_start')} from ${openBefore} where ${of} and at = toDateTime(${start / 1000}, 'UTC')`,
    ...(source === undefined
      ? []
      : [
          `${row(`if(${isOpenAtStart}, ${atStart}, ${onLine(request, 'since_ms')})`, 'n = 0', '0', isOpenAtStart)}
           from ${source} where since_ms < ${end} and (n = 0 or ${isOpenAtStart})`,
        ]),
  ];
};

/** Where sessions begin and end, and how many were open when a quarter hour began: rollups, or of filtered sessions slices. */
const edgeTables = ({ stations, range, filter }: SongsQuery): { edges: string; openAtStart: string } => {
  if (filter === undefined) return { edges: 'session_edges', openAtStart: 'quarter_sums' };
  const slices = `from slices where ${stationIn(stations)} and ${filter}
    and since >= ${time(range.start - quarterMs)} and since <= ${time(range.end)}`;
  return {
    edges: `(select station, moment.1 as at, toUInt64(1 - moment.2) as begins, toUInt64(moment.2) as ends from (
      select station, since, until, first, last ${slices})
      array join arraySlice([(since, 0), (until, 1)], 2 - first, first + last) as moment)`,
    openAtStart: `(select station, toStartOfFifteenMinutes(since) as at, toUInt64(1) as open_at_start ${slices}
      and first = 0)`,
  };
};

const time = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
