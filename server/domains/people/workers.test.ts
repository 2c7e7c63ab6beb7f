import { afterAll, beforeAll, expect, test } from 'vitest';
import { people } from '#contract/api/people.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('lists everyone who works in an account with all their stations, once each', async () => {
  const { make } = portal;
  const [account, foreign] = [await make.account(), await make.account()];
  const [owner, staff, outsider] = [await make.person(), await make.person(), await make.person()];
  const [harbour, hill] = [
    await make.station(account, { name: 'Harbour FM' }),
    await make.station(account, { name: 'Hill FM' }),
  ];
  const gone = await make.station(account, { name: 'Gone FM', deleted: true });
  const other = await make.station(foreign);
  await make.accountMember(account, owner, 'owner');
  for (const station of [harbour, hill, gone]) await make.stationMember(station, staff, 'staff');
  await make.stationMember(other, outsider, 'staff');
  const client = await portal.as(owner);
  const invite = (email: string, id: typeof harbour) =>
    client.ok(people.inviteToStation, { params: { id, role: 'admin' }, query: { email }, body: {} });
  await invite(staff.email, hill);
  for (const station of [harbour, hill]) await invite('new@example.com', station);
  const listed = await client.ok(people.everywhere, { params: { id: account } });
  expect(listed.stations).toEqual([
    { key: harbour, name: 'Harbour FM' },
    { key: hill, name: 'Hill FM' },
  ]);
  const roles = Object.fromEntries(
    listed.people.map(({ email, account: role, stations }) => [
      email,
      [role?.role ?? '', ...stations.map((one) => `${one.name}: ${one.invited ? 'invited ' : ''}${one.role}`).sort()],
    ]),
  );
  expect(roles).toEqual({
    [owner.email.toLowerCase()]: ['owner'],
    [staff.email.toLowerCase()]: ['', 'Harbour FM: staff', 'Hill FM: invited admin', 'Hill FM: staff'],
    'new@example.com': ['', 'Harbour FM: invited admin', 'Hill FM: invited admin'],
  });
});
