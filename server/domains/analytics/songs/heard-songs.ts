import { openSource, type OpenSlice } from '../open-slices.ts';
import type { Stretch } from '../period.service.ts';
import { literal, stationIn, within } from '../sql.service.ts';

/** Stations, a stretch of time, and who listens to them now. */
export type Heard = { stations: readonly string[]; stretch: Stretch; open: readonly OpenSlice[] };

const quarterMs = 900_000;
/** How far back a play is looked for that is still on when the stretch begins. */
const lookBackMs = 86_400_000;
/** Stations stand on one line of time, one after the other; longer than time is (ms since the epoch) for a thousand years. */
const lineMs = 2 ** 45;

/**
 * What was played within the stretch, by artist and title: plays, sessions that ended during one (`left`), and sessions
 * that heard one (`listeners`). A play lasts until the next one of its station; a session heard it that began before its
 * end and ended after its beginning. Stretches that follow each other add up; in the first one of a period, what is on when
 * it begins counts as a play of it.
 */
export const heardSongs = (heard: Heard, isFirst: boolean): string =>
  `select song.1 as artist, song.2 as title, toUInt64(known${isFirst ? ' or cut' : ''}) as plays, toUInt64(ends) as left,
    toUInt64(if(known${isFirst ? ' or cut' : ''}, there, begins)) as listeners
   from (${playedOut(heard, [heard.stretch.start])})`;

/**
 * The same by station and quarter of an hour, each a stretch of its own: with what is on when it begins told apart
 * (`isOn`), for periods that begin with it.
 */
export const songsByQuarter = (heard: Heard): string => {
  const { start, end } = heard.stretch;
  const quarters = Array.from({ length: (end - start) / quarterMs }, (_, i) => start + i * quarterMs);
  return `select ${list(heard.stations)}[line] as station,
      toDateTime(intDiv(play - line * ${lineMs}, ${quarterMs}) * 900, 'UTC') as at, isOn, song.1 as artist, song.2 as title,
      sum(if(isOn, 1, known)) as plays, sum(if(isOn, 0, ends)) as left,
      sum(multiIf(isOn, greatest(0, there - begins), known, there, begins)) as listeners
    from (${playedOut(heard, quarters)}) array join if(cut and not known, [0, 1], [0]) as isOn
    group by line, at, isOn, song having plays + left + listeners > 0`;
};

/**
 * Each play from its beginning (`known`), and what is on from each of these moments (`cut`): sessions that began and ended
 * until the next of either, and those that were there. Sessions and plays are not joined: beginnings and ends are rounded
 * down to what they fall into, and sums up to it say how many were there.
 */
const playedOut = (heard: Heard, cuts: readonly number[]): string =>
  `with (select arraySort(groupUniqArray(play)) from (${pieces(heard, cuts)})) as pieces_of_line
    select play, line, known, cut, begins, ends, song, there from (
      select play, line, known, cut, begins, ends,
        argMax((artist, title), if(known, play, 0)) over preceding as song,
        max(if(known, play, 0)) over preceding as since,
        greatest(0, sum(begins + here) over preceding - sum(ends) over preceding + ends) as there
      from (
        select play, intDiv(play, ${lineMs}) as line, argMax(artist, known) as artist, argMax(title, known) as title,
          max(known) as known, max(cut) as cut, sum(begins) as begins, sum(ends) as ends, sum(here) as here
        from (${[playsOf(heard), cutsOf(heard, cuts), ...fallen(heard)].join(' union all ')}) group by play
      ) window preceding as (partition by line order by play rows between unbounded preceding and current row)
    ) where since > 0 and play >= line * ${lineMs} + ${heard.stretch.start}`;

const list = (stations: readonly string[]): string => `[${stations.map(literal).join(',')}]`;

const onLine = ({ stations }: Heard, ms: string): string =>
  `toInt64(${stations.length === 1 ? '1' : `indexOf(${list(stations)}, toString(station))`} * ${lineMs} + ${ms})`;
const atOnLine = (heard: Heard): string => onLine(heard, 'toUnixTimestamp64Milli(at)');

const fromPlays = ({ stations }: Heard, stretch: Stretch): string =>
  `from plays where ${stationIn(stations)} and skipped = '' and ${within(stretch)}`;

const cutOnLine = ({ stations }: Heard, cuts: readonly number[]): string =>
  `select toInt64(arrayJoin(range(1, ${stations.length + 1})) * ${lineMs} + arrayJoin([${cuts.join(',')}])) as play`;

/** Where the stretch is cut: at plays, and at these moments. */
const pieces = (heard: Heard, cuts: readonly number[]): string =>
  `select ${atOnLine(heard)} as play ${fromPlays(heard, heard.stretch)} union all ${cutOnLine(heard, cuts)}`;

const noCounts = 'toInt64(0) as begins, toInt64(0) as ends, toInt64(0) as here';

/** The plays that may be on within the stretch. */
const playsOf = (heard: Heard): string =>
  `select ${atOnLine(heard)} as play, artist, title, 1 as known, 0 as cut, ${noCounts}
   ${fromPlays(heard, { start: heard.stretch.start - lookBackMs, end: heard.stretch.end })}`;
const cutsOf = (heard: Heard, cuts: readonly number[]): string =>
  `${cutOnLine(heard, cuts)}, '' as artist, '' as title, 0 as known, 1 as cut, ${noCounts}`;

/** How many sessions began and ended during each piece, and were there before: one that ends as a play begins heard the one before. */
const fallen = (heard: Heard): string[] => {
  const { stations, stretch, open } = heard;
  const of = stationIn(stations);
  const source = openSource(stations, open);
  const quarter = `intDiv(since_ms, ${quarterMs}) * ${quarterMs}`;
  // Who begins falls into the piece of that moment, who ends into that of the moment before.
  const moved = [
    `select ${atOnLine(heard)} - moved.2 as one, if(moved.2, 0, moved.1) as begun, if(moved.2, moved.1, 0) as ended
     from moments array join [(begins, 0), (ends, 1)] as moved
     where ${of} and at >= ${time(stretch.start)} and at <= ${time(stretch.end)} and moved.1 > 0
       and if(moved.2, at > ${time(stretch.start)}, at < ${time(stretch.end)})`,
    ...(source === undefined
      ? []
      : [`select ${onLine(heard, 'since_ms')}, 1, 0 from ${source} where n = 0 and since_ms < ${stretch.end}`]),
  ];
  const here = [
    `select toString(station) as station, carried as sessions from quarter_sums
     where ${of} and at = toDateTime(${stretch.start / 1000}, 'UTC')`,
    ...(source === undefined
      ? []
      : [`select station, toUInt64(1) from ${source} where n > 0 and ${quarter} = ${stretch.start}`]),
  ];
  const names = `'' as artist, '' as title, 0 as known, 0 as cut`;
  return [
    `select roundDown(one, pieces_of_line) as play, ${names}, toInt64(sum(begun)) as begins, toInt64(sum(ended)) as ends,
      toInt64(0) as here from (${moved.join(' union all ')}) group by play`,
    `select ${onLine(heard, String(stretch.start))} as play, ${names}, toInt64(0) as begins, toInt64(0) as ends,
      toInt64(sum(sessions)) as here from (${here.join(' union all ')}) group by station`,
  ];
};

const time = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
