import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { annotations as api } from '#contract/api/annotations.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
let account: AccountKey;
let station: StationKey;
let other: StationKey;
let owner: TestClient;
let ofStation: TestClient;

beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  const { make } = portal;
  account = await make.account();
  [station, other] = [await make.station(account, { name: 'Radio Harbour' }), await make.station(account)];
  const [one, two] = [await make.person(), await make.person()];
  await make.accountMember(account, one, 'owner');
  await make.stationMember(station, two, 'admin');
  [owner, ofStation] = await Promise.all([portal.as(one), portal.as(two)]);
});

const november = { from_date: '2026-11-01', to_date: '2026-11-30' };
const texts = (list: readonly { text: string }[]) => list.map(({ text }) => text);
const ofAccount = async () => await owner.ok(api.listOfAccount, { params: { id: account }, query: november });
const ofOne = async (key = station) => await owner.ok(api.listOfStation, { params: { key }, query: november });

describe('an annotation', () => {
  it('of the account is shown at all its stations, one of a station at this and at the account', async () => {
    const campaign = { date: '2026-11-20', text: 'Campaign began' };
    await owner.ok(api.addToAccount, { params: { id: account }, body: campaign });
    const body = { date: '2026-11-03', text: 'Transmitter broken' };
    const created = await ofStation.ok(api.addToStation, { params: { key: station }, body });
    expect(created).toMatchObject({ ...body, station: { key: station, name: 'Radio Harbour' } });
    expect(texts(await ofAccount())).toEqual(['Transmitter broken', 'Campaign began']);
    expect(texts(await ofOne())).toEqual(['Transmitter broken', 'Campaign began']);
    expect(texts(await ofOne(other))).toEqual(['Campaign began']);
  });

  it('belongs to its day, and is not listed for others', async () => {
    for (const date of ['2026-10-31', '2026-11-01', '2026-11-30', '2026-12-01'])
      await owner.ok(api.addToAccount, { params: { id: account }, body: { date, text: date } });
    expect(texts(await ofAccount())).toEqual(['2026-11-01', '2026-11-30']);
  });

  it('can be changed and deleted where it belongs, and at the account', async () => {
    const whole = await owner.ok(api.addToAccount, {
      params: { id: account },
      body: { date: '2026-11-20', text: 'All' },
    });
    const one = await ofStation.ok(api.addToStation, {
      params: { key: station },
      body: { date: '2026-11-20', text: 'One' },
    });
    const at = { key: station, annotationId: whole.id };
    const body = { date: '2026-11-21', text: 'Changed' };
    expect((await ofStation.call(api.changeOfStation, { params: at, body })).status).toBe(404);
    const changed = await owner.ok(api.changeOfAccount, { params: { id: account, annotationId: one.id }, body });
    expect(changed).toMatchObject({ id: one.id, ...body });
    await ofStation.ok(api.removeOfStation, { params: { key: station, annotationId: one.id } });
    await owner.ok(api.removeOfAccount, { params: { id: account, annotationId: whole.id } });
    expect(await ofAccount()).toEqual([]);
  });

  it('needs a day and a text', async () => {
    for (const body of [
      { date: '2026-02-30', text: 'x' },
      { date: '2026-11-20', text: '  ' },
      { date: '2026-11-20', text: 'x'.repeat(201) },
    ])
      expect((await owner.call(api.addToAccount, { params: { id: account }, body })).status).toBe(400);
  });
});
