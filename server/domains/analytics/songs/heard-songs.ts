import { openSource, type OpenSlice } from '../open-slices.ts';
import type { Stretch } from '../period.service.ts';
import { literal, stationIn, within } from '../sql.service.ts';

/** Stations, and a stretch of time; `isFirst` where it begins a period: then what is on already counts as a play of it. */
export type Heard = { stations: readonly string[]; stretch: Stretch; isFirst: boolean; open: readonly OpenSlice[] };

/** How far back a play is looked for that is still on when the stretch begins. */
export const lookBackMs = 86_400_000;
/** Stations stand on one line of time, one after the other; longer than time is (ms since the epoch) for a thousand years. */
const lineMs = 2 ** 45;

/**
 * What was played within the stretch, by station, artist and title: plays, sessions that ended during one (`left`), and
 * sessions that heard one (`listeners`). A play lasts until the next one of its station; a session heard it that began
 * before its end and ended after its beginning. Stretches that follow each other add up. Sessions and plays are not
 * joined: beginnings and ends are rounded down to the play they fall into, and sums up to a play say how many were there.
 */
export const heardSongs = (heard: Heard): string => {
  const { start, end } = heard.stretch;
  const isOn = `play >= line * ${lineMs} + ${start}`;
  return `with (select arraySort(groupUniqArray(play)) from (${playLine(heard)})) as plays_of_line
    select ${list(heard.stations)}[line] as station, artist, title, sum(toUInt64(${heard.isFirst ? '1' : isOn})) as plays,
      sum(toUInt64(ends)) as left, sum(toUInt64(${heard.isFirst ? 'there' : `if(${isOn}, there, begins)`})) as listeners
    from (
      select play, line, artist, title, known, begins, ends,
        leadInFrame(play, 1, line * ${lineMs} + ${end}) over following as gone,
        sum(begins + here) over preceding - sum(ends) over preceding + ends as there
      from (
        select play, intDiv(play, ${lineMs}) as line, argMax(artist, known) as artist, argMax(title, known) as title,
          max(known) as known, sum(begins) as begins, sum(ends) as ends, sum(here) as here
        from (${[playsOf(heard), ...fallen(heard)].join(' union all ')}) group by play
      )
      window following as (partition by line order by play rows between current row and unbounded following),
        preceding as (partition by line order by play rows between unbounded preceding and current row)
    ) where known and gone > line * ${lineMs} + ${start} group by line, artist, title`;
};

const list = (stations: readonly string[]): string => `[${stations.map(literal).join(',')}]`;

const onLine = ({ stations }: Heard, ms: string): string =>
  `toInt64(${stations.length === 1 ? '1' : `indexOf(${list(stations)}, toString(station))`} * ${lineMs} + ${ms})`;
const atOnLine = (heard: Heard): string => onLine(heard, 'toUnixTimestamp64Milli(at)');

/** The plays that may be on within the stretch. */
const fromPlays = ({ stations, stretch }: Heard): string =>
  `from plays where ${stationIn(stations)} and skipped = ''
    and ${within({ start: stretch.start - lookBackMs, end: stretch.end })}`;

/** Where plays begin; before the first of a station stands one of which nothing is known. */
const playLine = (heard: Heard): string =>
  `select ${atOnLine(heard)} as play ${fromPlays(heard)}
   union all select toInt64(arrayJoin(range(1, ${heard.stations.length + 1})) * ${lineMs}) as play`;

const noCounts = 'toInt64(0) as begins, toInt64(0) as ends, toInt64(0) as here';
const playsOf = (heard: Heard): string =>
  `select ${atOnLine(heard)} as play, artist, title, 1 as known, ${noCounts} ${fromPlays(heard)}`;

/** How many sessions began and ended during each play, and were there before: one that ends as a play begins heard the one before. */
const fallen = (heard: Heard): string[] => {
  const { stations, stretch, open } = heard;
  const of = stationIn(stations);
  const source = openSource(stations, open);
  const quarter = `intDiv(since_ms, 900000) * 900000`;
  const begun = [
    `select ${atOnLine(heard)} as one, begins as sessions from moments where ${of} and ${within(stretch)} and begins > 0`,
    ...(source === undefined
      ? []
      : [`select ${onLine(heard, 'since_ms')}, toUInt64(1) from ${source} where n = 0 and since_ms < ${stretch.end}`]),
  ];
  const ended = `select ${atOnLine(heard)} - 1 as one, ends as sessions from moments
    where ${of} and at > ${time(stretch.start)} and at <= ${time(stretch.end)} and ends > 0`;
  const here = [
    `select ${onLine(heard, String(stretch.start))} as one, carried as sessions from quarter_sums
     where ${of} and at = toDateTime(${stretch.start / 1000}, 'UTC')`,
    ...(source === undefined
      ? []
      : [
          `select ${onLine(heard, String(stretch.start))}, toUInt64(1) from ${source}
          where n > 0 and ${quarter} = ${stretch.start}`,
        ]),
  ];
  return [counted(begun, 'begins'), counted([ended], 'ends'), counted(here, 'here')];
};

const counted = (sessions: string[], name: 'begins' | 'ends' | 'here'): string => {
  const counts = noCounts.replace(`toInt64(0) as ${name}`, `toInt64(sum(sessions)) as ${name}`);
  return `select roundDown(one, plays_of_line) as play, '' as artist, '' as title, 0 as known, ${counts}
    from (${sessions.join(' union all ')}) group by play`;
};

const time = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
