import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import { payments as calls } from '#contract/api/payments.ts';
import { buy, buyers, type Buyer } from '#server/testing/buying.ts';
import { drawnTexts } from '#server/platform/invoice-pdf/testing/drawn-texts.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testEngine, type TestEngine } from '#server/testing/engine.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

/* A customer whose card fails, from the purchase to the return, with the sandbox of payments. */

let engine: TestEngine;
let portal: TestPortal;
let admin: TestClient;
let make: ReturnType<typeof buyers>;

beforeAll(async () => {
  engine = await testEngine('control');
  portal = await testPortal({ config: { engineUrl: engine.url, engineToken: 'control' } });
  portal.engine.start();
  admin = await portal.as(await portal.make.person({ admin: true }));
  make = buyers(portal, admin);
});
afterAll(async () => {
  await portal.close();
  await engine.leave();
});

const mails = async (): Promise<string[]> => {
  await portal.drain();
  return portal.mails.splice(0).map(({ subject }) => subject);
};
const overview = ({ owner, key }: Buyer) => owner.ok(calls.overview, { params: { id: key } });
const plan = async ({ owner, key }: Buyer) => (await owner.ok(billing.features, { params: { id: key } })).plan;

test(
  'is warned at each attempt, held after the grace, and back on the air once paid',
  { timeout: 300_000 },
  async () => {
    const buyer = await make.account({ card: 'pays' });
    const station = await portal.make.station(buyer.key);
    const isRunning = (running: boolean) => engine.until(() => engine.stations.get(station)?.running === running);
    await isRunning(true);
    expect((await buy(buyer, { priceId: 'price_prime_month' })).status).toBe(201);
    expect(await mails()).toEqual(['Receipt: $29.00 paid']);

    await make.setCard(buyer.key, 'declinedLater');
    await make.moveClock(buyer.key, 31);
    expect(await mails()).toEqual(['Payment of $29.00 failed']);
    expect([await plan(buyer), (await overview(buyer)).open_invoice?.total]).toEqual(['prime', 2900]);
    for (let left = 16; left > 0 && (await plan(buyer)) === 'prime'; left--) await make.moveClock(buyer.key, 1);
    const warned = await mails();
    expect(new Set(warned.slice(0, -1))).toEqual(new Set(['Payment of $29.00 failed']));
    expect(warned.at(-1)).toBe('Prime has ended because it was not paid');
    expect((await overview(buyer)).grace_ends).not.toBeNull();
    await isRunning(true);

    await make.moveClock(buyer.key, 14);
    await isRunning(false);
    expect(await mails()).toEqual(['Your stations are off the air']);
    expect((await overview(buyer)).held?.reason).toBe('The subscription has ended.');

    // The unpaid invoice is still open at the provider; to pay it would bring nothing back, so it isn't asked for.
    const { entities } = await buyer.owner.ok(calls.invoices, { params: { id: buyer.key } });
    expect(entities.map(({ status }) => status)).toEqual(['open', 'paid']);
    expect((await overview(buyer)).open_invoice).toBeNull();

    await make.setCard(buyer.key, 'pays');
    expect((await buy(buyer, { priceId: 'price_starter_month' })).status).toBe(201);
    await isRunning(true);
    expect((await mails()).toSorted()).toEqual(['Receipt: $9.00 paid', 'Your stations are back on the air']);
    const { held, grace_ends } = await overview(buyer);
    expect([held, grace_ends]).toEqual([null, null]);
  },
);

test('is asked to confirm a renewal that the bank wants confirmed', async () => {
  const buyer = await make.account({ card: 'pays' });
  await buy(buyer, { priceId: 'price_prime_month' });
  const number = '4000 0027 6000 3184';
  await admin.ok(billingAdmin.sandboxCard, { body: { account: buyer.key, number } });
  await mails();
  await make.moveClock(buyer.key, 31);
  await portal.sandbox?.deliver();
  await admin.ok(billingAdmin.sync, { params: { key: buyer.key } });
  expect(await mails()).toContain('Please confirm the payment of $29.00');
});

test('receives an invoice as PDF whose amounts are those of the provider', async () => {
  const buyer = await make.account({ card: 'pays' });
  await buy(buyer, { priceId: 'price_prime_month' });
  const { entities } = await buyer.owner.ok(calls.invoices, { params: { id: buyer.key } });
  const [invoice] = entities;
  const params = { id: buyer.key, invoiceId: invoice?.id ?? '' };
  const { url } = await buyer.owner.ok(calls.link, { params });
  const reply = await buyer.owner.send('GET', url);
  const texts = drawnTexts(Buffer.from(await reply.arrayBuffer())).join('');
  for (const text of [invoice?.number ?? '?', 'Prime', 'Amount paid$29.00', 'Test invoice: no money moved.'])
    expect(texts).toContain(text);
});
