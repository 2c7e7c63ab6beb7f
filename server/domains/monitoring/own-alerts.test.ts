import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { monitoring as api } from '#contract/api/monitoring.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { createInboxHub, notifyInbox } from '#server/platform/inbox.ts';
import { startAlertRig } from './testing/alert-rig.ts';

const day = 86_400_000;
let rig: Awaited<ReturnType<typeof startAlertRig>>;
beforeAll(async () => {
  rig = await startAlertRig();
});
beforeEach(() => rig.setUp());
afterAll(() => rig.close());

const ago = (days: number): Date => new Date(rig.now().getTime() - days * day);
const alert = async (station_key: StationKey, daysAgo: number, ended: number | null) =>
  await rig.portal.kernel.db
    .insertInto('station_alerts')
    .values({
      ...{ station_key, kind: 'dead_air' as const, began: ago(daysAgo) },
      ended: ended === null ? null : ago(ended),
      outcome: ended === null ? null : ('recovered' as const),
    })
    .execute();

it('a member’s inbox has the open alerts of their stations first, then those of 30 days, and no others', async () => {
  const { make } = rig.portal;
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
    (await (await rig.portal.as(person)).ok(api.mine, {})).map(({ station: { name }, ended }) => [
      name,
      ended !== null,
    ]);
  expect(await seenBy(owner)).toEqual([
    ['Radio Quay', false],
    ['Radio Harbour', true],
  ]);
  expect(await seenBy(staff)).toEqual([['Radio Harbour', true]]);
  const past = await (await rig.portal.as(staff)).ok(api.mine, { query: { past: 'true' } });
  expect(past.map(({ began }) => began)).toEqual([1, 45].map((days) => ago(days).toISOString()));
});

it('members are notified when an alert opens and when it ends, and at no other time', async () => {
  const { make, kernel } = rig.portal;
  const { account, key } = rig.at();
  const [admin, staff, stranger] = [await make.person(), await make.person(), await make.person()];
  await make.accountMember(account, admin, 'admin');
  await make.stationMember(key, staff, 'staff');
  const notified: string[] = [];
  const hub = createInboxHub(kernel.events);
  for (const [name, { id }] of Object.entries({ admin, staff, stranger })) hub.follow(id, () => notified.push(name));
  const openOf = async (person: typeof admin): Promise<number> =>
    (await (await rig.portal.as(person)).ok(api.mine, {})).filter(({ ended }) => ended === null).length;
  rig.plays('silence');
  await rig.advance(40);
  await expect.poll(() => notified.toSorted()).toEqual(['admin', 'staff']);
  expect([await openOf(admin), await openOf(staff), await openOf(stranger)]).toEqual([1, 1, 0]);
  await rig.advance(60);
  rig.plays('live');
  await rig.advance(70);
  await expect.poll(() => notified.slice(2).toSorted()).toEqual(['admin', 'staff']);
  expect(await openOf(admin)).toBe(0);
  await rig.advance(60);
  // Announcements arrive in order, so this one would come after any other.
  await notifyInbox(kernel.events, kernel.db, [stranger.id]);
  await expect.poll(() => notified.slice(4)).toEqual(['stranger']);
});
