import { stationIn } from './sql.service.ts';

/** Whose listening is asked for: of these stations, or of every station there is (then in UTC). */
export type Stations = readonly string[] | 'every';

/** The tables that answer, and the condition that picks the stations in them. */
export type Tables = { slots: string; minutes: string; parts: string; where: string };

/** Sums in which stations aren't told apart answer for all of them. */
export const tablesOf = (stations: Stations): Tables =>
  stations === 'every'
    ? { slots: 'portal_hours', minutes: 'portal_minutes', parts: 'portal_parts', where: '1' }
    : { slots: 'quarters', minutes: 'minutes', parts: 'parts', where: stationIn(stations) };

/** The condition that picks the stations in a table that tells them apart. */
export const ofStations = (stations: Stations): string => (stations === 'every' ? '1' : stationIn(stations));
