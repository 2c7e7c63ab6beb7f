import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { royalty as api, type RoyaltySettings } from '#contract/api/royalty.ts';
import type { TestClient } from '#server/testing/client.ts';
import { golden, stationEvents, royaltyRig, today, type RoyaltyRig } from './testing/royalty-rig.ts';

let at: RoyaltyRig;
let client: TestClient;

beforeAll(async () => {
  at = await royaltyRig();
});
afterAll(() => at.close());

/** An account of its own with the morning’s plays. */
const own = async () => {
  const id = await at.portal.make.account({ company: 'Quay | Radios' });
  const person = await at.portal.make.person();
  await at.portal.make.accountMember(id, person, 'owner');
  client = await at.portal.as(person);
  return { id, ...(await golden(at, id)), happen: stationEvents(id) };
};
const file = async (id: AccountKey, query = {}) => {
  const reply = await client.call(api.report, { params: { id }, query: { ...today, ...query } });
  return {
    text: reply.text,
    name: reply.headers.get('content-disposition') ?? '',
    type: reply.headers.get('content-type'),
  };
};

it('the report of use is this, byte by byte', async () => {
  const { id, ebb } = await own();
  await at.portal.kernel.db.updateTable('tracks').set({ title: 'Ebb | and\r\nflow ' }).where('key', '=', ebb).execute();
  await client.ok(api.setSettings, { params: { id }, body: { ...settings, territory: 'all' } });
  const { text, name, type } = await file(id);
  expect(text).toBe(
    [
      'NAME_OF_SERVICE|TRANSMISSION_CATEGORY|FEATURED_ARTIST|SOUND_RECORDING_TITLE|ISRC|ALBUM_TITLE|MARKETING_LABEL|ACTUAL_TOTAL_PERFORMANCES',
      'Harbour Radio|B|Ada|Dawn|USRC17607839|Days||2',
      'Harbour Radio|B|Bea|Ebb and flow||Tides|Quay|1',
      'Harbour Radio|B|Cleo|Foam||||1',
      '',
    ].join('\r\n'),
  );
  expect(name).toContain('soundexchange-harbour-radio-2026-11-21-2026-11-21.txt');
  expect(type).toBe('text/plain; charset=utf-8');
});

it('the report of use leaves out what nobody heard in its territory, and is named after a whole month', async () => {
  const { id } = await own();
  const { text, name } = await file(id, { from_date: '2026-11-01', to_date: '2026-11-30' });
  expect(text.split('\r\n').slice(1, -1)).toEqual(['Harbour Radio|A|Ada|Dawn|USRC17607839|Days||1']);
  expect(name).toContain('harbour-radio-2026-11.txt');
});

it('the report of use has a service per station, or one for all', async () => {
  const { id, station, happen } = await own();
  const second = await at.portal.make.station(id, { name: 'Second Radio' });
  await at.record(
    happen.played(second, 0, { source: 'live', artist: 'Ada', title: 'Dawn' }),
    ...happen.heard(second, 1, 2),
    ...happen.heard(second, 1, 2),
  );
  const stations = [{ key: second, service_name: 'KSEC' }];
  await client.ok(api.setSettings, { params: { id }, body: { ...settings, stations } });
  const apart = (await file(id)).text.split('\r\n').slice(1, -1);
  expect(apart).toEqual(['Harbour Radio|B|Ada|Dawn|USRC17607839|Days||1', 'KSEC|B|Ada|Dawn|USRC17607839|Days||2']);
  await client.ok(api.setSettings, { params: { id }, body: { ...settings, per_station: false } });
  const together = await file(id);
  expect(together.text.split('\r\n').slice(1, -1)).toEqual(['Quay Radios|B|Ada|Dawn|USRC17607839|Days||3']);
  expect(together.name).toContain('soundexchange-quay-radios-2026');
  expect((await file(id, { stationKeys: [station] })).text.split('\r\n')[1]).toContain('|1');
});

it('the report of use as a table also has plays and hours', async () => {
  const { id } = await own();
  const reply = await client.call(api.reportTable, { params: { id }, query: today });
  expect(reply.text.split('\r\n')[1]).toBe('"Harbour Radio","A","Ada","Dawn","USRC17607839","Days","",1,1,0.08');
});

it('saves settings, and refuses those of another account’s station', async () => {
  const { id } = await own();
  const params = { id };
  expect(await client.ok(api.settings, { params })).toMatchObject({
    ...{ category: 'A', territory: 'US', per_station: true, service_name: '' },
    names: { account: 'Quay | Radios' },
  });
  const foreign = await at.portal.make.station(await at.portal.make.account());
  const body = { ...settings, stations: [{ key: foreign, service_name: 'Mine' }] };
  expect((await client.call(api.setSettings, { params, body })).status).toBe(404);
  const saved = await client.ok(api.setSettings, { params, body: { ...settings, service_name: 'KQUAY' } });
  expect(saved).toMatchObject({ service_name: 'KQUAY', category: 'B' });
});

it('reports where the station played more of an artist than the complement allows', async () => {
  const { id, station, happen } = await own();
  const songs = ['One', 'Two', 'Three', 'Four', 'Five'].map((title, i) =>
    happen.played(station, -180 + i * 20, { source: 'live', artist: 'Dia', title }),
  );
  await at.record(...songs);
  const { total, warnings } = await client.ok(api.complement, { params: { id }, query: today });
  expect(total).toBe(2);
  expect(warnings).toMatchObject([
    { rule: 'artist', name: 'Dia', count: 5, most: 4, station: 'Harbour Radio', from: '2026-11-21T09:00:00+00:00' },
    { rule: 'artistInARow', name: 'Dia', count: 5, most: 3 },
  ]);
});

const settings: RoyaltySettings = {
  ...{ service_name: '', category: 'B', territory: 'US', per_station: true, stations: [] },
};
