import type { ClickHouseClient } from '@clickhouse/client';
import { openSource, type OpenSlice } from './open-slices.ts';
import type { Period } from './period.service.ts';
import { ask, literal, stationIn, within } from './sql.service.ts';

export type Leaving = { artist: string; title: string; plays: number; left: number; listeners: number };
type Asked = { stations: readonly string[]; period: Period; open: readonly OpenSlice[] };

/** How far back a play is looked for that is still on when the period begins. */
const lookBackMs = 86_400_000;

/**
 * What played when sessions ended, most left first. A play lasts until the next one of its station; a session heard it
 * that began before its end and ended after its beginning. Sessions and plays are not joined: beginnings and ends are
 * rounded down to the play they fall into, and sums up to a play say how many sessions met it.
 */
export const countLeaving = async (clickhouse: ClickHouseClient, asked: Asked, most: number): Promise<Leaving[]> => {
  const { start, end } = asked.period;
  return await ask<Leaving>(
    clickhouse,
    `with (select arraySort(groupUniqArray(play)) from (${momentsOfPlays(asked)})) as line_of_plays
    select artist, title, toFloat64(count()) as plays, toFloat64(sum(ends)) as left, toFloat64(sum(met)) as listeners
    from (
      select artist, title, known, ends, leadInFrame(play, 1, line * ${lineMs} + ${end}) over following as gone,
        line * ${lineMs} + ${start} as begun, sum(begins) over preceding - sum(ends) over preceding + ends as met
      from (
        select play, intDiv(play, ${lineMs}) as line, argMax(artist, known) as artist, argMax(title, known) as title,
          max(known) as known, sum(toInt64(begins)) as begins, sum(toInt64(ends)) as ends
        from (${playsOf(asked)} union all ${fallen(asked)}) group by play
      )
      window following as (partition by line order by play rows between current row and unbounded following),
        preceding as (partition by line order by play rows between unbounded preceding and current row)
    ) where known and gone > begun group by artist, title
    order by left desc, listeners desc, artist, title limit ${most}`,
  );
};

/* Moments of several stations stand on one line of time, one station's after the other's. */

/** Longer than time is (ms since the epoch) for a thousand years. */
const lineMs = 2 ** 45;
const moment = ({ stations }: Asked, ms: string): string => {
  const line = stations.length === 1 ? '1' : `indexOf([${stations.map(literal).join(',')}], toString(station))`;
  return `toInt64(${line} * ${lineMs} + ${ms})`;
};

/** The plays that may be on within the period. */
const fromPlays = ({ stations, period }: Asked): string =>
  `from plays where ${stationIn(stations)} and skipped = ''
    and ${within({ start: period.start - lookBackMs, end: period.end })}`;

/** Where plays begin; before the first of a station stands one of which nothing is known. */
const momentsOfPlays = (asked: Asked): string =>
  `select ${moment(asked, 'toUnixTimestamp64Milli(at)')} as play ${fromPlays(asked)}
   union all select toInt64(arrayJoin(range(1, ${asked.stations.length + 1})) * ${lineMs}) as play`;

const playsOf = (asked: Asked): string =>
  `select ${moment(asked, 'toUnixTimestamp64Milli(at)')} as play, artist, title, 1 as known, 0 as begins, 0 as ends
   ${fromPlays(asked)}`;

/** How many sessions began and ended during each play: one that ends as a play begins heard the one before. */
const fallen = (asked: Asked): string => {
  const { stations, period } = asked;
  const moments = `from moments where ${stationIn(stations)}`;
  const until = `at > ${time(period.start)} and at <= ${time(period.end)}`;
  const begun = [
    `select ${moment(asked, 'toUnixTimestamp64Milli(at)')} as one, begins as sessions ${moments}\n     and ${within(period)} and begins > 0`,
    `select ${moment(asked, String(period.start))}, carried from quarter_sums
     where ${stationIn(stations)} and at = toDateTime(${period.start / 1000}, 'UTC')`,
    ...openBegun(asked),
  ];
  const ended = `select ${moment(asked, 'toUnixTimestamp64Milli(at)')} - 1 as one, ends as sessions ${moments}\n    and ${until} and ends > 0`;
  const count = (sessions: string, begins: string, ends: string): string =>
    `select roundDown(one, line_of_plays) as play, '' as artist, '' as title, 0 as known, ${begins} as begins, ${ends} as ends
     from (${sessions}) group by play`;
  return [count(begun.join(' union all '), 'sum(sessions)', '0'), count(ended, '0', 'sum(sessions)')].join(
    ' union all ',
  );
};

const openBegun = (asked: Asked): string[] => {
  const { stations, period, open } = asked;
  const source = openSource(stations, open);
  if (source === undefined) return [];
  return [
    `select ${moment(asked, `if(n = 0, since_ms, ${period.start})`)}, toUInt64(1) from ${source}
     where n = 0 or intDiv(since_ms, 900000) * 900000 = ${period.start}`,
  ];
};

const time = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
