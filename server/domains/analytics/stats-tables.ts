import { daysWithin, type Stretch } from '#server/platform/period.ts';
import { stationIn, within } from '#server/platform/clickhouse/query.ts';

/** Whose listening is asked for: of these stations, or of every station there is (then in UTC). */
export type Stations = readonly string[] | 'every';

/** The tables that answer, and the condition that picks the stations in them. */
export type Tables = { minutes: string; parts: string; where: string };

/** Sums in which stations aren't told apart answer for all of them. */
export const tablesOf = (stations: Stations): Tables =>
  stations === 'every'
    ? { minutes: 'portal_minute_sums', parts: 'portal_audience_sums', where: '1' }
    : { minutes: 'minute_sums', parts: 'audience_hours', where: stationIn(stations) };

/** The condition that picks the stations in a table that tells them apart. */
export const ofStations = (stations: Stations): string => (stations === 'every' ? '1' : stationIn(stations));

const [dayMs, hourMs] = [86_400_000, 3_600_000];

/** The largest sums of which stretches consist that begin and end at these moments (ms): quarters do in every time zone. */
const sumsBetween = (moments: readonly number[], portal: boolean): string => {
  const consistOf = (step: number): boolean => moments.every((moment) => moment % step === 0);
  if (consistOf(dayMs)) return portal ? 'portal_day_sums' : 'day_sums';
  // The portal's time zone is UTC: it is told by no shorter stretches.
  return portal && consistOf(hourMs) ? 'portal_hour_sums' : 'quarter_sums';
};

/** These columns of the sums that make up a stretch which begins at one of these moments and ends at another. */
export const sumsOf = (stations: Stations, moments: readonly number[], columns: string): string =>
  select({ stations, moments, columns, portal: stations === 'every' });

/** The same where nothing within the stretch is told apart: its whole days (UTC), and what is left at its ends. */
export const wholeSumsOf = (stations: Stations, stretch: Stretch, columns: string): string[] =>
  piecesOf(stretch).map((moments) => sumsOf(stations, moments, columns));

/** The same of sums in which stations are told apart, whoever is asked about. */
export const stationSumsOf = (stations: Stations, stretch: Stretch, columns: string): string[] =>
  piecesOf(stretch).map((moments) => select({ stations, moments, columns, portal: false }));

const piecesOf = (stretch: Stretch): [number, number][] => {
  const { days, ends } = daysWithin(stretch);
  return [...days, ...ends].map(({ start, end }) => [start, end]);
};

type Wanted = { stations: Stations; moments: readonly number[]; columns: string; portal: boolean };

const select = ({ stations, moments, columns, portal }: Wanted): string =>
  `select ${columns} from ${sumsBetween(moments, portal)} as one
   where ${ofStations(stations)} and ${within({ start: moments[0]!, end: moments.at(-1)! })}`;
