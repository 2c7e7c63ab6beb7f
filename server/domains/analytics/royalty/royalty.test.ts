import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { library } from '#contract/api/library.ts';
import { royalty as api, type RoyaltyCorrection } from '#contract/api/royalty.ts';
import type { TestClient } from '#server/testing/client.ts';
import { openOf } from '../testing/listening.ts';
import { american, golden as play, stationEvents, royaltyRig, today, type RoyaltyRig } from './testing/royalty-rig.ts';

let at: RoyaltyRig;
let client: TestClient;
let account: AccountKey;
let happen: ReturnType<typeof stationEvents>;

beforeAll(async () => {
  at = await royaltyRig();
  account = await at.portal.make.account({ company: 'Harbour Lights' });
  const person = await at.portal.make.person();
  await at.portal.make.accountMember(account, person, 'owner');
  client = await at.portal.as(person);
  happen = stationEvents(account);
});
afterAll(() => at.close());

const golden = () => play(at, account);
const stats = (stations: StationKey[], territory: 'US' | 'all' = 'all') =>
  client.ok(api.stations, { query: { ...today, territory, stationKeys: stations } });
const heardOf = (found: Awaited<ReturnType<typeof stats>>) =>
  found.recordings.map(({ artist, title, plays, performances, listening_time }) => [
    ...[artist, title, plays, performances, listening_time / 60],
  ]);

describe('performances of a station', () => {
  it('match a count by hand of three listeners, one of whom is still connected', async () => {
    const { station, dawn } = await golden();
    const still = happen.heard(station, 4, 100, american, { open: true });
    await at.record(...still.slice(0, -1));
    at.spool.state.open = [openOf(still.at(-1)!)];
    const found = await stats([station]);
    expect(heardOf(found)).toEqual([
      ['Ada', 'Dawn', 1, 3, 5 + 2 + 6],
      ['Bea', 'Ebb', 1, 2, 10 + 10],
      ['Cleo', 'Foam', 1, 2, 1 + 9],
    ]);
    expect(found.totals).toEqual({ recordings: 3, plays: 3, performances: 7, listening_time: 43 * 60 });
    expect(found.apart.jingles).toEqual({ plays: 1, performances: 2, listening_time: 120 });
    expect(found.aggregate_tuning_hours).toBeCloseTo((35 + 14 + 29 + 96) / 60, 9);
    expect(found.coverage).toEqual({ isrc: 3, album_label: 2, identified: 5 });
    expect(found.recordings[0]).toMatchObject({
      ...{ album: 'Days', label: '', isrc: 'USRC17607839', raw: '', corrected: false },
      track: { key: dawn, station_key: station },
    });
    // The same once the slice has arrived, also while the engine still reports it.
    await at.record(...still.slice(-1));
    expect(heardOf(await stats([station]))).toEqual(heardOf(found));
    at.spool.state.open = [];
    expect(heardOf(await stats([station]))).toEqual(heardOf(found));
  });

  it('in the United States leave out listeners elsewhere, and include those without a location', async () => {
    const { station } = await golden();
    await at.record(...happen.heard(station, 1, 2, '10.0.0.1'));
    expect(heardOf(await stats([station], 'US'))).toEqual([
      ['Ada', 'Dawn', 1, 2, 5 + 1],
      ['Bea', 'Ebb', 1, 0, 0],
      ['Cleo', 'Foam', 1, 0, 0],
    ]);
  });

  it('count a relay’s listeners with the relay, under its master’s titles', async () => {
    const { station } = await golden();
    const relay = await at.portal.make.station(account, { name: 'Harbour Relay' });
    const title = { source: 'relay', artist: 'ada', title: 'DAWN' } as const;
    await at.record(
      happen.played(relay, 0, title),
      happen.lost(relay, 10, 'relay'),
      ...happen.heard(relay, 1, 3),
      ...happen.heard(relay, 9, 12),
    );
    const found = await stats([station, relay]);
    expect(heardOf(found)[0]).toEqual(['Ada', 'Dawn', 2, 4, 5 + 2 + 2 + 1]);
  });

  it('show a deleted recording by what was known when it played', async () => {
    const { station, dawn } = await golden();
    await at.portal.kernel.db.deleteFrom('tracks').where('key', '=', dawn).execute();
    const [first] = (await stats([station])).recordings;
    expect(first).toMatchObject({ artist: 'old', title: 'old', isrc: 'USRC17607839', track: null });
  });

  it('belong to the day on which a play began, in the station’s time zone', async () => {
    const station = await at.portal.make.station(account);
    await at.portal.kernel.db.updateTable('stations').set({ default_timezone: 'Europe/Berlin' }).where('key', '=', station).execute(); // oxfmt-ignore
    const midnight = -13 * 60;
    const one = await at.trackOf(station, { title: 'Last', artist: 'Y' });
    const two = await at.trackOf(station, { title: 'First', artist: 'Z' });
    await at.record(
      happen.played(station, midnight - 5, { track: one }),
      happen.played(station, midnight + 5, { track: two }),
      ...happen.heard(station, midnight + 1, midnight + 6),
    );
    const yesterday = { from_date: '2026-11-20', to_date: '2026-11-20', stationKeys: [station] };
    expect(heardOf(await client.ok(api.stations, { query: yesterday }))).toEqual([['Y', 'Last', 1, 1, 4]]);
    expect(heardOf(await stats([station]))).toEqual([['Z', 'First', 1, 1, 1]]);
  });

  it('are empty where nothing was ever recorded, and refused for too long a period', async () => {
    const found = await stats([await at.portal.make.station(account)]);
    expect(found).toMatchObject({ totals: { performances: 0, plays: 0 }, aggregate_tuning_hours: 0, recordings: [] });
    const long = { from_date: '2026-01-01', to_date: '2026-11-21' };
    const reply = await client.call(api.account, { params: { id: account }, query: long });
    expect([reply.status, reply.json.error.code]).toEqual([400, 'analytics.period']);
  });
});

describe('a title sent by an encoder', () => {
  const correction: RoyaltyCorrection = {
    ...{ raw: 'cleo -  FOAM', kind: 'recording', artist: 'Cleo & Co', title: 'Foam', album: 'Shore' },
    ...{ label: 'Quay', isrc: 'GB-AYE-69-00531' },
  };

  it('is what the account’s correction says, until that is deleted', async () => {
    const { station } = await golden();
    const params = { id: account };
    await client.ok(api.correct, { params, body: correction });
    const foam = async () => (await stats([station])).recordings.find(({ title }) => title === 'Foam');
    expect(await foam()).toMatchObject({
      ...{ artist: 'Cleo & Co', album: 'Shore', label: 'Quay', isrc: 'GBAYE6900531' },
      ...{ raw: 'Cleo - Foam', corrected: true, performances: 1 },
    });
    await client.ok(api.correct, { params, body: { ...correction, kind: 'speech' } });
    const found = await stats([station]);
    expect([found.totals.recordings, found.apart.speech.plays]).toEqual([2, 1]);
    await client.ok(api.uncorrect, { params, query: { raw: 'Cleo - Foam' } });
    expect(await foam()).toMatchObject({ artist: 'Cleo', corrected: false });
  });

  it('is corrected by each account for itself', async () => {
    const { station } = await golden();
    const other = await at.portal.make.account();
    const admin = await at.portal.as(await at.portal.make.person({ admin: true }));
    await admin.ok(api.correct, { params: { id: other }, body: correction });
    expect((await stats([station])).recordings.some(({ corrected }) => corrected)).toBe(false);
    expect((await client.call(api.correct, { params: { id: other }, body: correction })).status).toBe(404);
  });
});

it('follows its track: ISRC and label are edited in the library, and kept when they are not given', async () => {
  const station = await at.portal.make.station(account);
  const key = await at.portal.make.track(station);
  const token = (await client.ok(library.token, { params: { id: station } })).token;
  const named = { title: 'T', artist: 'A', album: 'B' };
  const change = (body: typeof named & { isrc?: string; label?: string }) =>
    client.call(library.update, { params: { key }, body }, { authorization: `Bearer ${token}` });
  expect((await change({ ...named, isrc: 'us-rc1-76-07839', label: 'Quay' })).json.metadata).toEqual({
    ...named,
    ...{ isrc: 'USRC17607839', label: 'Quay' },
  });
  expect((await change(named)).json.metadata).toMatchObject({ isrc: 'USRC17607839', label: 'Quay' });
  const refused = await change({ ...named, isrc: 'nonsense' });
  expect([refused.status, refused.json.error.fields]).toMatchObject([400, { isrc: expect.stringContaining('ISRC') }]);
});
