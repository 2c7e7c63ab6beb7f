import type { StationKey } from '#contract/rules/keys.ts';
import type { Audience } from '#contract/api/audience.ts';
import type { ConnectedListeners } from './connected-listeners.ts';
import { sumTallies, citiesOf, countriesOf, emptyTally, mostFirst, type Tally } from './tally.ts';

/** The stations of an audience, by key. */
export type Stations = ReadonlySet<string> | 'all';

const mostStations = 500;
const mostCities = 500;

/** The listeners of these stations by location. */
export const tallyOf = (connected: ConnectedListeners, stations: Stations): Tally => {
  if (stations !== 'all' && stations.size === 1) {
    const [only = ''] = stations;
    return connected.tally(only) ?? emptyTally();
  }
  return sumTallies(stationsWithListeners(connected, stations).flatMap((station) => connected.tally(station) ?? []));
};

/** The listener count of each of these stations that has any, most first. */
export const perStation = (
  connected: ConnectedListeners,
  stations: Stations,
): { key: StationKey; listeners: number }[] =>
  stationsWithListeners(connected, stations)
    .map((key) => ({ key: key as StationKey, listeners: connected.tally(key)?.listeners ?? 0 }))
    .sort(mostFirst);

const stationsWithListeners = (connected: ConnectedListeners, stations: Stations): string[] =>
  stations === 'all' ? connected.stations() : connected.stations().filter((station) => stations.has(station));

type AudienceCounts = Pick<Audience, 'listeners' | 'outputs' | 'countries' | 'heard' | 'stations'>;

/** The audience without its cities. */
export const audienceOf = (connected: ConnectedListeners, tally: Tally, stations: Stations): AudienceCounts => {
  const counts = perStation(connected, stations);
  return {
    listeners: tally.listeners,
    outputs: { ...tally.outputs },
    countries: countriesOf(tally),
    heard: counts.length,
    stations: counts.slice(0, mostStations),
  };
};

/** Adds the cities of these countries. */
export const withCities = (
  audience: Omit<Audience, 'cities'>,
  tally: Tally,
  countries: readonly string[],
): Audience => ({
  ...audience,
  cities: countries.flatMap((country) => citiesOf(tally, country).slice(0, mostCities)),
});
