import type { Audience } from '#contract/api/audience.ts';
import type { MappedPlace } from '#server/engines/geo/port.ts';
import { countryName } from '#server/platform/country-name.ts';
import type { ConnectedSession } from './connected-listeners.ts';

export type Outputs = Audience['outputs'];
type Counted = { listeners: number; outputs: Outputs };

/** The number of listeners by location and output. */
export type Tally = Counted & { places: Map<MappedPlace, Counted> };

const nobody = (): Counted => ({ listeners: 0, outputs: { stream: 0, relay: 0, hls: 0 } });

export const emptyTally = (): Tally => ({ ...nobody(), places: new Map() });

/** Counts a session in, or out with -1. */
export const countSession = (tally: Tally, { place, output }: ConnectedSession, by: 1 | -1): void => {
  const atPlace = tally.places.get(place) ?? nobody();
  for (const counted of [tally, atPlace]) {
    counted.listeners += by;
    counted.outputs[output] += by;
  }
  if (atPlace.listeners === 0) tally.places.delete(place);
  else tally.places.set(place, atPlace);
};

/** The sum of several tallies. */
export const sumTallies = (tallies: Iterable<Tally>): Tally => {
  const sum = emptyTally();
  for (const tally of tallies) {
    addTo(sum, tally);
    for (const [place, counted] of tally.places) {
      const atPlace = sum.places.get(place) ?? nobody();
      addTo(atPlace, counted);
      sum.places.set(place, atPlace);
    }
  }
  return sum;
};

const addTo = (sum: Counted, { listeners, outputs }: Counted): void => {
  sum.listeners += listeners;
  sum.outputs.stream += outputs.stream;
  sum.outputs.relay += outputs.relay;
  sum.outputs.hls += outputs.hls;
};

/** The countries of a tally, most listeners first; each at the average position of its located listeners. */
export const countriesOf = (tally: Tally): Audience['countries'] => {
  const countries = new Map<string, Counted & { of: number; latitude: number; longitude: number }>();
  for (const [{ country, latitude, longitude }, counted] of tally.places) {
    const sum = countries.get(country) ?? { ...nobody(), of: 0, latitude: 0, longitude: 0 };
    addTo(sum, counted);
    countries.set(country, sum);
    if (latitude === null || longitude === null) continue;
    sum.of += counted.listeners;
    sum.latitude += latitude * counted.listeners;
    sum.longitude += longitude * counted.listeners;
  }
  return [...countries]
    .map(([iso, { listeners, outputs, of, latitude, longitude }]) => ({
      ...{ iso, name: countryName(iso), listeners, outputs },
      latitude: of === 0 ? null : inDegrees(latitude / of),
      longitude: of === 0 ? null : inDegrees(longitude / of),
    }))
    .sort(mostFirst);
};

/** The cities of a tally, in one country or in all; most listeners first. */
export const citiesOf = (tally: Tally, country?: string): Audience['cities'] =>
  [...tally.places]
    .filter(([place]) => country === undefined || place.country === country)
    .map(([{ country: iso, region, city, latitude, longitude }, { listeners, outputs }]) => ({
      ...{ iso, region, city, listeners, outputs: { ...outputs } },
      latitude: latitude === null ? null : inDegrees(latitude),
      longitude: longitude === null ? null : inDegrees(longitude),
    }))
    .sort(mostFirst);

/** A hundredth of a degree, about a kilometre, is as precise as IP location gets. */
const inDegrees = (value: number): number => Math.round(value * 100) / 100;

export const mostFirst = (one: { listeners: number }, other: { listeners: number }): number =>
  other.listeners - one.listeners;
