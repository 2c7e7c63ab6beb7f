import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { playout } from '#contract/api/playout.ts';
import { podcasts } from '#contract/api/podcasts.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import { stations } from '#contract/api/stations.ts';
import { dayMs } from '#contract/rules/time.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { afterSync } from './after-sync.ts';
import { holdDueAccounts } from './hold.ts';
import { subscriptionRows } from './testing/sync.ts';
import { endTrials } from './trials.ts';

let engine: TestEngine;
let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;
let station: StationKey;
let now = new Date('2026-11-23T12:00:00Z');

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({
    config: { engineUrl: engine.url, engineToken: 'control' },
    clock: { now: () => now },
  });
  portal.engine.start();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});
beforeEach(async () => {
  now = new Date('2026-11-23T12:00:00Z');
  await portal.drain();
  portal.mails.length = 0;
  await admin.ok(portalCalls.setSettings, { body: { grace_days: 14, hold_after_trial: false } });
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account({ plan: 'none' });
  await portal.make.accountMember(account, person, 'owner');
  station = await portal.make.station(account);
  await engine.until(() => engine.stations.get(station)?.running === true);
});

const features = async () => {
  const { held, graceEnds, plan } = await owner.ok(billing.features, { params: { id: account } });
  return { held, graceEnds, plan };
};
const hold = () => holdDueAccounts(portal.kernel);
const days = (count: number) => (now = new Date(now.getTime() + count * dayMs));
const isRunning = (running: boolean) => engine.until(() => engine.stations.get(station)?.running === running);
const mails = async () => {
  await portal.drain();
  return portal.mails.map(({ subject }) => subject);
};

/** What a sync leaves behind: the provider's subscription in this state. */
const sync = async (status: 'active' | 'past_due' | 'unpaid' | 'canceled' | 'incomplete', id = `sub_${account}`) => {
  const { db } = portal.kernel;
  await db.transaction().execute(async (tx) => {
    const before = { subscriptions: await subscriptionRows(tx, account), invoices: [] };
    await tx
      .insertInto('subscriptions')
      .values({ account_key: account, plan: 'prime', provider: 'sandbox', provider_id: id, status, created: now })
      .onConflict((conflict) => conflict.column('provider_id').doUpdateSet({ status }))
      .execute();
    const after = { subscriptions: await subscriptionRows(tx, account), invoices: [] };
    await afterSync(tx, portal.kernel, { account, before, after });
  });
};

describe('after the end of a paid plan', () => {
  test('stations stay on the air for the grace, then the account is held with the reason', async () => {
    await sync('active');
    await sync('canceled');
    const ends = new Date(now.getTime() + 14 * dayMs).toISOString();
    expect(await features()).toEqual({ held: null, graceEnds: ends, plan: 'none' });
    days(13.9);
    expect(await hold()).toBe(0);
    days(0.1);
    expect(await hold()).toBe(1);
    await isRunning(false);
    expect(engine.stations.get(station)?.reason).toBe('The subscription has ended.');
    const held = { since: now.toISOString(), reason: 'The subscription has ended.' };
    expect(await features()).toEqual({ held, graceEnds: null, plan: 'none' });
    expect(await hold()).toBe(0);
    expect(await mails()).toContain('Your stations are off the air');
  });

  test('everything else is kept: settings can be changed, podcasts are delivered, nobody is locked out', async () => {
    const podcast = await portal.make.podcast(account, { title: 'Kept' });
    await sync('active');
    await sync('canceled');
    days(14);
    await hold();
    await isRunning(false);
    const body = { description: 'Soon back' };
    expect((await owner.call(stations.update, { params: { key: station }, body })).status).toBe(200);
    expect((await owner.ok(podcasts.get, { params: { key: podcast } })).title).toBe('Kept');
    const started = await owner.call(playout.start, { params: { key: station } });
    expect([started.status, started.json.error.code]).toEqual([409, 'account.held']);
  });

  test('a payment puts the stations back on the air and notifies the owners', async () => {
    await sync('active');
    await sync('canceled');
    days(14);
    await hold();
    await isRunning(false);
    await sync('incomplete', `sub_second_${account}`);
    expect((await features()).held).not.toBeNull();
    await sync('active', `sub_second_${account}`);
    await isRunning(true);
    expect(await features()).toEqual({ held: null, graceEnds: null, plan: 'prime' });
    expect(await mails()).toContain('Your stations are back on the air');
  });

  test('so does a plan that an administrator assigns, and its end by them has no consequence', async () => {
    await sync('active');
    await sync('unpaid');
    days(14);
    await hold();
    await isRunning(false);
    await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'starter' } });
    await isRunning(true);
    await admin.ok(billing.assign, { params: { key: account }, body: { plan: 'none' } });
    expect(await features()).toEqual({ held: null, graceEnds: null, plan: 'none' });
    days(400);
    expect(await hold()).toBe(0);
  });

  test('a failed payment alone starts nothing: past_due counts as active', async () => {
    await sync('active');
    await sync('past_due');
    days(100);
    expect(await hold()).toBe(0);
    expect(await features()).toEqual({ held: null, graceEnds: null, plan: 'prime' });
  });

  test('an attempt to buy that nobody confirmed neither ends nor prolongs the grace', async () => {
    await sync('active');
    await sync('canceled');
    const { graceEnds } = await features();
    days(3);
    await sync('incomplete', `sub_attempt_${account}`);
    expect((await features()).graceEnds).toBe(graceEnds);
    days(11);
    expect(await hold()).toBe(1);
  });

  test('a purchase that was refused at once is no end: after the trial nobody is held for it', async () => {
    const values = { account_key: account, plan: 'trial', status: 'trialing', ends: now } as const;
    await portal.kernel.db.insertInto('subscriptions').values(values).execute();
    await sync('canceled', `sub_refused_${account}`);
    await endTrials(portal.kernel);
    await sync('canceled', `sub_refused_${account}`);
    days(400);
    expect(await hold()).toBe(0);
    expect((await features()).graceEnds).toBeNull();
  });

  test('nobody is held if the settings say never, and at the next check if the grace is 0 days', async () => {
    await sync('active');
    await sync('canceled');
    await admin.ok(portalCalls.setSettings, { body: { grace_days: null } });
    days(400);
    expect(await hold()).toBe(0);
    expect((await features()).graceEnds).toBeNull();
    await admin.ok(portalCalls.setSettings, { body: { grace_days: 0 } });
    expect(await hold()).toBe(1);
  });

  test('two portals at once hold an account once', async () => {
    await sync('active');
    await sync('canceled');
    days(14);
    const counts = await Promise.all([hold(), hold(), hold()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect((await mails()).filter((subject) => subject === 'Your stations are off the air')).toHaveLength(1);
  });

  test("a moved clock of the sandbox counts as the account's time", async () => {
    await portal.kernel.db
      .insertInto('billing_customers')
      .values({ account_key: account, customer: `cus_${account}`, mode: 'sandbox', currency: null })
      .execute();
    await sync('active');
    await sync('canceled');
    expect(await hold()).toBe(0);
    await sql`insert into sandbox_clocks (customer, ahead_s) values (${`cus_${account}`}, ${15 * 86_400})`.execute(
      portal.kernel.db,
    );
    expect(await hold()).toBe(1);
  });
});

describe('after a trial', () => {
  const trial = async () => {
    const values = { account_key: account, plan: 'trial', status: 'trialing', ends: now } as const;
    await portal.kernel.db.insertInto('subscriptions').values(values).execute();
    await endTrials(portal.kernel);
  };

  test('stations stay on the air by default, also if the setting is made later', async () => {
    await trial();
    await admin.ok(portalCalls.setSettings, { body: { hold_after_trial: true } });
    days(400);
    expect(await hold()).toBe(0);
    expect(await features()).toEqual({ held: null, graceEnds: null, plan: 'none' });
  });

  test('they go off the air after the grace if the settings say so', async () => {
    await admin.ok(portalCalls.setSettings, { body: { hold_after_trial: true } });
    await trial();
    expect((await features()).graceEnds).toBe(new Date(now.getTime() + 14 * dayMs).toISOString());
    days(14);
    expect(await hold()).toBe(1);
    await isRunning(false);
  });

  test("a provider's trial is the provider's to end", async () => {
    const paid = { provider: 'sandbox', provider_id: `sub_trial_${account}` } as const;
    const values = { account_key: account, plan: 'prime', status: 'trialing', ends: now, ...paid } as const;
    await portal.kernel.db.insertInto('subscriptions').values(values).execute();
    days(1);
    expect(await endTrials(portal.kernel)).toBe(0);
    expect((await features()).plan).toBe('prime');
  });
});
