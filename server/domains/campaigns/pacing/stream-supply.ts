import type { ClickHouseClient } from '@clickhouse/client';
import type { AdPosition, Rule } from '#contract/rules/ad-rules.ts';
import { dayMs, hourMs } from '#contract/rules/time.ts';
import { emptyIfMissing, literal, queryRows, stationIn } from '#server/platform/clickhouse/query.ts';
import type { Facts } from '#shared/ads/rules.ts';
import { partsWithin, weekHours } from './hours-of-week.ts';
import { halfLifeHours, levelOf, weightsAt } from './levels.ts';
import type { Cell } from './market.ts';
import { comparedColumns, distinctionOf } from './place-conditions.ts';
import type { ListeningLength } from './reach.ts';
import type { GroupedStation, StationGroup } from './station-groups.ts';

/** A cell with what rules compare of its listeners, and which campaigns it admits. */
export type SupplyCell = Cell & {
  position: AdPosition;
  facts: Facts;
  timezone: string;
  admits: ReadonlySet<string>;
  /** How listeners of it listen, for the caps of campaigns. */
  listening: Listening;
};
/** Sessions by length, and the occasions of a listener: in an hour, and as their stream begins. */
export type Listening = { lengths: readonly ListeningLength[]; perHour: number; perConnect: number };

/** A kind of listening with spots: of streams, or of podcasts. */
export type SupplySource = (rules: readonly Rule[], now: number) => Promise<SupplyCell[]>;

const atOnce = 1000;
const levelDays = 7;
const historyDays = 28;
/** Of a younger station, the last days are all there is. */
const levelFromWeeks = 2;
/** How many listener hours as expected count as much as what was seen. */
const levelPrior = 20;

/** The supply of streams: the listening of an average week at today's level, times the breaks in an hour. */
export const streamSupply =
  (clickhouse: ClickHouseClient, groups: readonly StationGroup[]): SupplySource =>
  async (rules, now) => {
    const stations = groups.flatMap((group, g) => group.stations.map((station) => ({ ...station, g })));
    const cells = new Map<string, SupplyCell[]>();
    for (let i = 0; i < stations.length; i += atOnce) {
      const some = stations.slice(i, i + atOnce);
      const levels = await levelsOf(clickhouse, some, now);
      for (const row of await rowsOf(clickhouse, some, levels, rules)) addRow(cells, groups[row.g]!, row, now);
    }
    return [...cells.values()].flat().filter(({ week }) => Array.from(week).some((occasions) => occasions > 0));
  };

type Row = {
  g: number;
  distinction: string;
  /** Of one of its listeners: country, region, city, device, system, player, output; empty where no rule compares it. */
  example: string[];
  hours: number[];
  mid: number[];
  pre: number[];
};

const exampleColumns = ['country', 'region', 'city', 'device', 'os', 'player', 'output'];

/**
 * Adds up the listening of stations by what rules compare of it: first each station's rows, of which only the compared columns
 * are read, then those with the same distinction.
 */
const rowsOf = async (
  clickhouse: ClickHouseClient,
  stations: readonly (GroupedStation & { g: number })[],
  levels: ReadonlyMap<string, number>,
  rules: readonly Rule[],
): Promise<Row[]> => {
  const level = (key: string): number => levels.get(key) ?? 1;
  const keys = stations.map(({ key }) => literal(key)).join(',');
  const perStation = (value: (one: GroupedStation & { g: number }) => number): string =>
    `transform(toString(station), [${keys}], cast('[${stations.map(value).join(',')}]' as Array(Float64)), 0.)`;
  const compared = comparedColumns(rules);
  const example = exampleColumns.map((column) => (compared.includes(column) ? `toString(${column})` : `''`));
  return await queryRows<Row>(
    clickhouse,
    `select g, distinction, any(example) as example,
       groupArray(toFloat64(hour)) as hours, groupArray(mid) as mid, groupArray(pre) as pre
     from (
       select ${perStation(({ g }) => g)} as g, ${distinctionOf(rules)} as distinction, hour, any([${example.join(', ')}]) as example,
         sum(heard * ${perStation(({ key, build, perHour }) => (perHour * level(key)) / (build.weeks * hourMs))}) as mid,
         sum(begun * ${perStation(({ key, build, perConnect }) => (perConnect * level(key)) / build.weeks)}) as pre
       from (
         select ${['station', 'hour', ...compared].join(', ')}, sum(ms) as heard, sum(connects) as begun
         from ad_supply where ${ofBuilds(stations)}
         group by ${['station', 'hour', ...compared].join(', ')})
       group by g, distinction, hour)
     group by g, distinction`,
  ).catch(emptyIfMissing([]));
};

const ofBuilds = (stations: readonly GroupedStation[]): string =>
  `${stationIn(stations.map(({ key }) => key))} and
   build in (${[...new Set(stations.map(({ build }) => build.build))].map(literal).join(',')})`;

/** How the last seven days compare with the average week of these stations. */
const levelsOf = async (
  clickhouse: ClickHouseClient,
  stations: readonly GroupedStation[],
  now: number,
): Promise<Map<string, number>> => {
  const old = stations.filter(({ build }) => build.weeks >= levelFromWeeks);
  if (old.length === 0) return new Map();
  const end = Math.floor(now / hourMs) * hourMs;
  const weights = [...weightsAt(end)].map((weight) => weight.toFixed(6)).join(',');
  const hoursAgo = `ceil((${String(end / 1000)} - toUnixTimestamp(at)) / 3600)`;
  const daysAgo = (days: number): string => `toDateTime(${String((end - days * dayMs) / 1000)}, 'UTC')`;
  const rows = await queryRows<{ station: string; seen: number; expected: number }>(
    clickhouse,
    `select toString(station) as station,
       sumIf(ms * pow(0.5, (${hoursAgo} - 0.5) / ${String(halfLifeHours)}), at >= ${daysAgo(levelDays)}) / ${String(hourMs)} as seen,
       sum(ms * [${weights}][(toDayOfWeek(at) - 1) * 24 + toHour(at) + 1]) / ${String(hourMs)} as expected
     from listening_buckets where minutes = 15 and ${stationIn(old.map(({ key }) => key))}
       and at >= ${daysAgo(historyDays)} and at < ${daysAgo(0)} group by station`,
  ).catch(emptyIfMissing([]));
  const weeks = new Map(old.map(({ key, build }) => [key as string, build.weeks]));
  return new Map(
    rows.map(({ station, seen, expected }) => [
      station,
      levelOf(seen, expected / (weeks.get(station) ?? 1), levelPrior),
    ]),
  );
};

const addRow = (cells: Map<string, SupplyCell[]>, group: StationGroup, row: Row, now: number): void => {
  const id = `${String(row.g)} ${row.distinction}`;
  const known = cells.get(id) ?? cellsOf(group, row);
  cells.set(id, known);
  const open = group.quiet.length === 0 ? null : partsWithin(group.quiet, group.timezone, now);
  for (const [i, hour] of row.hours.entries())
    for (const { position, week } of known)
      (week as Float64Array)[hour]! += position === 'pre' ? row.pre[i]! : row.mid[i]! * (1 - (open?.[hour] ?? 0));
};

const cellsOf = (group: StationGroup, { example }: Row): SupplyCell[] => {
  const [country = '', region = '', city = '', device = '', os = '', player = '', output = ''] = example;
  return (['mid', 'pre'] as const).map((position) => ({
    week: new Float64Array(weekHours),
    ...{ room: group.room[position], position, timezone: group.timezone, admits: group.campaigns },
    listening: group.listening,
    facts: {
      location: [country, region, city],
      station: [group.station ?? ''],
      category: [String(group.category)],
      ...{
        device: os === '' ? [device] : [device, os],
        player: [player],
        output: [output],
        language: [''],
        podcast: [],
        position: [position],
      },
    },
  }));
};
