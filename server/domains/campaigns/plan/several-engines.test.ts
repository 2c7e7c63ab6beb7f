import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { createPeers } from '../leases/peers.ts';
import { adEngineServer } from '../testing/ad-engine-server.ts';
import { adsWorld, type AdsWorld } from '../testing/ads-world.ts';
import { adEngine, ticketEngine } from './ad-engine.ts';
import { createPlanSender } from './send-plan.ts';

const token = 'engine-token';
let world: AdsWorld;
let second: Awaited<ReturnType<typeof adEngineServer>>;
let account: AccountKey;

beforeAll(async () => {
  [world, second] = await Promise.all([adsWorld(), adEngineServer(token)]);
  second.disk.engine = 'engine-two';
  account = await world.portal.make.account();
  await world.station(account);
});
afterAll(async () => {
  second.close();
  await world.close();
});

const senders = () => {
  const peersOf = createPeers(['one', 'two']);
  return [
    createPlanSender({ ...world.deps, engine: adEngine(world.engine.url, token), peers: peersOf('one') }),
    createPlanSender({ ...world.deps, engine: adEngine(second.url, token), peers: peersOf('two') }),
  ];
};
const lent = async (key: string) => {
  const rows = await world.portal.kernel.db
    .selectFrom('ad_leases')
    .select(['process', 'count', 'lost_at'])
    .where('campaign_key', '=', key as never)
    .orderBy('process')
    .execute();
  return rows.map(({ process, count, lost_at }) => [process, count, lost_at]);
};

test('each engine gets the plan and its part of the impressions, together never more than the goal', async () => {
  const campaign = await world.campaign(account, { impressionLimit: 1000 });
  const all = senders();
  // Twice: an engine's round changes nothing of what the other one has.
  for (let round = 0; round < 2; round += 1) for (const sender of all) await sender.round();
  for (const { disk } of [world.engine, second]) {
    expect(disk.plan?.campaigns.map(({ key }) => key)).toContain(campaign);
    expect([...disk.leases.values()].filter((lease) => lease.campaign === campaign).map(({ count }) => count)).toEqual([
      500,
    ]);
  }
  expect(await lent(campaign)).toEqual([
    ['engine-one', 500, null],
    ['engine-two', 500, null],
  ]);
});

test('a lease of an installation that is no longer an engine is lost', async () => {
  const campaign = await world.campaign(account, { impressionLimit: 2000 });
  for (const sender of senders()) await sender.round();
  second.disk.engine = 'engine-three';
  second.disk.leases.clear();
  const all = senders();
  // The second engine is asked first: before that, the unknown lease may be its own.
  for (const sender of all.toReversed()) await sender.round();
  const rows = await lent(campaign);
  expect(rows.find(([process]) => process === 'engine-two')?.[2]).not.toBeNull();
  expect(rows.find(([process]) => process === 'engine-one')?.[2]).toBeNull();
});

test('hands a listener’s answer to all engines, and one for anybody to a single engine', async () => {
  const engines = [
    { id: 'one', url: world.engine.url, token },
    { id: 'two', url: second.url, token },
  ] as const;
  const ticket = (id: string, session: string) => ({
    ...{ id, session, campaign: 'c-1111111111111111111111' as never, provider: id, spot: id, until: Date.now() },
  });
  const id = (n: number) => `00000000-0000-4000-8000-00000000000${String(n)}`;
  await ticketEngine({ engines }).putTickets([ticket(id(1), 'a listener'), ticket(id(2), ''), ticket(id(3), '')]);
  const received = [world.engine, second].map(({ tickets }) => tickets.map((one) => one.id));
  expect(received).toEqual([
    [id(1), id(2)],
    [id(1), id(3)],
  ]);
});
