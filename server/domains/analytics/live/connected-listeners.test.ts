import { expect, it } from 'vitest';
import type { MappedPlace } from '#server/engines/geo/port.ts';
import { audienceOf, perStation, tallyOf } from './audience.service.ts';
import { createConnectedListeners, type ConnectedSession } from './connected-listeners.ts';
import { citiesOf, countriesOf } from './tally.ts';

const place = (country: string, city: string, latitude: number | null, longitude: number | null): MappedPlace => ({
  ...{ country, region: '', city, latitude, longitude },
});
const places = [
  place('DE', 'Berlin', 52.52, 13.41),
  place('DE', 'Köln', 50.94, 6.96),
  place('FR', 'Paris', 48.86, 2.35),
  place('', '', null, null),
];
const outputs = ['stream', 'relay', 'hls'] as const;
const session = (id: number): ConnectedSession => ({
  ...{ id: `${id}`, station: `s-${id % 5}`, started: id, device: 'phone', player: 'VLC' },
  ...{ place: places[id % places.length]!, output: outputs[id % outputs.length]! },
});

it('matches a full recount after many connects and disconnects', () => {
  const connected = createConnectedListeners();
  const expected = new Map<string, ConnectedSession>();
  let seed = 7;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  for (let turn = 0; turn < 5000; turn++) {
    const one = session(random(300));
    if (random(2) === 0) {
      expect(connected.add(one)).toBe(!expected.has(one.id));
      expected.set(one.id, one);
    } else expect(connected.remove(one.id) !== undefined).toBe(expected.delete(one.id));
  }
  const all = [...expected.values()];
  const countOf = (matches: (one: ConnectedSession) => boolean): number => all.filter(matches).length;
  const tally = tallyOf(connected, 'all');
  expect(tally.listeners).toBe(all.length);
  for (const output of outputs) expect(tally.outputs[output]).toBe(countOf((one) => one.output === output));
  for (const { iso, listeners } of countriesOf(tally))
    expect(listeners).toBe(countOf(({ place: at }) => at.country === iso));
  for (const { city, listeners } of citiesOf(tally))
    expect(listeners).toBe(countOf(({ place: at }) => at.city === city));
  for (const { key, listeners } of perStation(connected, 'all'))
    expect(listeners).toBe(countOf(({ station }) => station === key));
  const some = new Set(['s-1', 's-3']);
  expect(tallyOf(connected, some).listeners).toBe(countOf(({ station }) => some.has(station)));
  for (const { id } of all) connected.remove(id);
  expect([connected.stations(), tallyOf(connected, 'all').places.size]).toEqual([[], 0]);
});

it('gives the number of stations with listeners when it lists only the largest', () => {
  const connected = createConnectedListeners();
  for (let id = 0; id < 603; id++) connected.add({ ...session(id), station: `s-${id % 602}` });
  const audience = audienceOf(connected, tallyOf(connected, 'all'), 'all');
  expect(audience).toMatchObject({ listeners: 603, heard: 602 });
  expect(audience.stations).toHaveLength(500);
  expect(audience.stations[0]).toEqual({ key: 's-0', listeners: 2 });
});

it('places a country at the average position of its listeners, and nowhere where none is located', () => {
  const connected = createConnectedListeners();
  for (const id of [0, 4, 1, 3]) connected.add(session(id));
  expect(countriesOf(tallyOf(connected, 'all'))).toMatchObject([
    { iso: 'DE', name: 'Germany', listeners: 3, latitude: 51.99, longitude: 11.26 },
    { iso: '', name: 'Unknown', listeners: 1, latitude: null, longitude: null },
  ]);
});
