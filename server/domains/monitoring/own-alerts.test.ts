import { afterAll, beforeAll, expect, it } from 'vitest';
import { monitoring as api } from '#contract/monitoring.ts';
import type { StationKey } from '#contract/keys.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const now = Date.UTC(2026, 10, 21, 12);
const day = 86_400_000;
let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => new Date(now) } });
});
afterAll(() => portal.close());

const alert = async (station_key: StationKey, daysAgo: number, ended: number | null) =>
  await portal.kernel.db
    .insertInto('station_alerts')
    .values({
      ...{ station_key, kind: 'dead_air' as const, began: new Date(now - daysAgo * day) },
      ended: ended === null ? null : new Date(now - ended * day),
      outcome: ended === null ? null : ('recovered' as const),
    })
    .execute();

it('a member’s inbox has the open alerts of their stations first, then those of 30 days, and no others', async () => {
  const { make } = portal;
  const account = await make.account();
  const [own, second] = [
    await make.station(account, { name: 'Radio Harbour' }),
    await make.station(account, { name: 'Radio Quay' }),
  ];
  const foreign = await make.station(await make.account());
  const [owner, staff] = [await make.person(), await make.person()];
  await make.accountMember(account, owner, 'owner');
  await make.stationMember(own, staff, 'staff');
  await alert(own, 1, 0.5);
  await alert(second, 40, null);
  await alert(own, 45, 44);
  await alert(foreign, 1, null);
  const seenBy = async (person: typeof owner) =>
    (await (await portal.as(person)).ok(api.mine, {})).map(({ station: { name }, ended }) => [name, ended !== null]);
  expect(await seenBy(owner)).toEqual([
    ['Radio Quay', false],
    ['Radio Harbour', true],
  ]);
  expect(await seenBy(staff)).toEqual([['Radio Harbour', true]]);
  const past = await (await portal.as(staff)).ok(api.mine, { query: { past: 'true' } });
  expect(past.map(({ began }) => began)).toEqual([1, 45].map((days) => new Date(now - days * day).toISOString()));
});
