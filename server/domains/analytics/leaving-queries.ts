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
 * counted by the play they fall into, and sums up to a play say how many sessions met it.
 */
export const countLeaving = async (clickhouse: ClickHouseClient, asked: Asked, most: number): Promise<Leaving[]> =>
  await ask<Leaving>(
    clickhouse,
    `with played as (${playsOf(asked)}) select artist, title, toFloat64(count()) as plays,
      toFloat64(sum(ends)) as left, toFloat64(sum(met)) as listeners
    from (
      select *, leadInFrame(at, 1, ${time(asked.period.end)}) over following as gone,
        sum(begins) over preceding - sum(ends) over preceding + ends as met
      from (
        select station, at, max(artist) as artist, max(title) as title, max(known) as known,
          sum(toInt64(begins)) as begins, sum(toInt64(ends)) as ends
        from (select *, 0 as begins, 0 as ends from played union all ${fallen(asked)}) group by station, at
      )
      window following as (partition by station order by at rows between current row and unbounded following),
        preceding as (partition by station order by at rows between unbounded preceding and current row)
    ) where known and gone > ${time(asked.period.start)} group by artist, title
    order by left desc, listeners desc, artist, title limit ${most}`,
  );

/** The plays that may be on within the period; before the first of a station stands one of which nothing is known. */
const playsOf = ({ stations, period }: Asked): string => {
  const since = period.start - lookBackMs;
  return `select station, at, argMax(artist, known) as artist, argMax(title, known) as title, max(known) as known from (
      select toString(station) as station, at, artist, title, 1 as known from plays
      where ${stationIn(stations)} and skipped = '' and ${within({ start: since, end: period.end })}
      union all
      select arrayJoin([${stations.map(literal).join(',')}]), ${time(since - 1000)}, '', '', 0
    ) group by station, at`;
};

/** How many sessions began and ended during each play: one that ends as a play begins heard the one before. */
const fallen = (asked: Asked): string => {
  const { stations, period } = asked;
  const slices = `from slices where ${stationIn(stations)} and ${within(period, 'since')}`;
  const start = time(period.start);
  const begun = `select toString(station) as station, if(first = 1, since, ${start}) as moment ${slices}
    and (first or toStartOfFifteenMinutes(since) = toDateTime(${start}))`;
  const ended = `select toString(station) as station, until as moment ${slices} and last`;
  const count = (moments: string, comparison: string, begins: string, ends: string) =>
    `select station, at, '' as artist, '' as title, 0 as known, ${begins} as begins, ${ends} as ends from (
      select played.station as station, played.at as at from (${moments}) as one
      asof join played on one.station = played.station and one.moment ${comparison} played.at
    ) group by station, at`;
  return [
    count([begun, ...openBegun(asked)].join(' union all '), '>=', 'count()', '0'),
    count(ended, '>', '0', 'count()'),
  ].join(' union all ');
};

const openBegun = ({ stations, period, open }: Asked): string[] => {
  const source = openSource(stations, open);
  if (source === undefined) return [];
  return [
    `select station, fromUnixTimestamp64Milli(if(n = 0, since_ms, ${period.start}), 'UTC') as moment from ${source}
     where n = 0 or intDiv(since_ms, 900000) * 900000 = ${period.start}`,
  ];
};

const time = (ms: number): string => `toDateTime64(${ms / 1000}, 3, 'UTC')`;
