import { stationIn } from './sql.service.ts';

/** Whose listening is asked for: of these stations, or of every station there is (then in UTC). */
export type Stations = readonly string[] | 'every';

/** The tables that answer, and the condition that picks the stations in them. */
export type Tables = { slots: string; minutes: string; parts: string; where: string };

/** Sums in which stations aren't told apart answer for all of them; hours where every slot begins with one. */
export const tablesOf = (stations: Stations, starts: readonly number[]): Tables =>
  stations === 'every'
    ? { slots: 'portal_hour_sums', minutes: 'portal_minute_sums', parts: 'portal_part_sums', where: '1' }
    : { slots: slotsOf(starts), minutes: 'minute_sums', parts: 'part_sums', where: stationIn(stations) };

/** Of a station: slots of an hour or more begin on full hours in most time zones, on quarters in all. */
export const slotsOf = (starts: readonly number[]): string =>
  starts.every((start) => start % 3_600_000 === 0) ? 'hour_sums' : 'quarter_sums';

/** The condition that picks the stations in a table that tells them apart. */
export const ofStations = (stations: Stations): string => (stations === 'every' ? '1' : stationIn(stations));
