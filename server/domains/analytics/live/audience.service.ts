import type { StationKey } from '#contract/keys.ts';
import type { Audience } from '#contract/audience.ts';
import type { Here } from './here.ts';
import { addedUp, citiesOf, countriesOf, emptyTally, mostFirst, type Tally } from './tally.ts';

/** The stations of an audience, by key. */
export type Stations = ReadonlySet<string> | 'all';

const mostStations = 500;
const mostCities = 500;

/** The listeners of these stations by location. */
export const tallyOf = (here: Here, stations: Stations): Tally => {
  if (stations !== 'all' && stations.size === 1) {
    const [only = ''] = stations;
    return here.tally(only) ?? emptyTally();
  }
  return addedUp(heardOf(here, stations).flatMap((station) => here.tally(station) ?? []));
};

/** The listener count of each of these stations that has any, most first. */
export const perStation = (here: Here, stations: Stations): { key: StationKey; listeners: number }[] =>
  heardOf(here, stations)
    .map((key) => ({ key: key as StationKey, listeners: here.tally(key)?.listeners ?? 0 }))
    .sort(mostFirst);

const heardOf = (here: Here, stations: Stations): string[] =>
  stations === 'all' ? here.stations() : here.stations().filter((station) => stations.has(station));

type Numbers = Pick<Audience, 'listeners' | 'outputs' | 'countries' | 'heard' | 'stations'>;

/** The audience without its cities. */
export const audienceOf = (here: Here, tally: Tally, stations: Stations): Numbers => {
  const heard = perStation(here, stations);
  return {
    listeners: tally.listeners,
    outputs: { ...tally.outputs },
    countries: countriesOf(tally),
    heard: heard.length,
    stations: heard.slice(0, mostStations),
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
