import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardFields, pageRig, type PageRig } from '../../testing/page-rig.ts';
import { cardNumbers, catalog, key, metadata, type TestCardName } from '../../testing/suite-rig.ts';

let at: PageRig;
beforeAll(async () => {
  at = await pageRig();
});
afterAll(async () => await at.close());

const subscribed = async (card: TestCardName = 'pays') => {
  const customer = await at.customer();
  await at.sandbox.setCard(customer, cardNumbers[card]);
  const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
  return { customer, ...(await at.payments.subscribe(ask, key())) };
};
const overdue = async (card: TestCardName) => {
  const { customer } = await subscribed();
  await at.sandbox.setCard(customer, cardNumbers[card]);
  await at.sandbox.moveClock(customer, 32);
  const [invoice] = (await at.payments.read(customer)).invoices;
  return { customer, url: invoice?.url ?? '' };
};
const stateOf = async (customer: string) => {
  const { subscriptions, invoices } = await at.payments.read(customer);
  return [subscriptions[0]?.status, invoices[0]?.status];
};

describe("an invoice's page", () => {
  it('confirms a first payment', async () => {
    const { customer, next } = await subscribed('confirmOnce');
    const url = next?.url ?? '';
    expect((await at.get(url)).text).toContain('Pay $29.00 with Visa •••• 3155');
    const asked = await at.post(url, { action: 'pay' });
    expect(asked.to).toBe(`${new URL(url).pathname}/confirm`);
    const failed = await at.post(`${url}/confirm`, { answer: 'fail' });
    expect([failed.status, await stateOf(customer)]).toEqual([402, ['incomplete', 'open']]);
    const done = await at.post(`${url}/confirm`, { answer: 'confirm' });
    expect([done.status, await stateOf(customer)]).toEqual([303, ['active', 'paid']]);
    expect((await at.get(url)).text).toContain('Paid on 10 March 2026.');
    expect((await at.post(`${url}/confirm`, { answer: 'fail' })).status).toBe(303);
    expect(await stateOf(customer)).toEqual(['active', 'paid']);
  });

  it('confirms a change that waits for its payment', async () => {
    const { customer, subscription } = await subscribed();
    await at.sandbox.setCard(customer, cardNumbers.confirmAlways);
    const ask = { subscription: subscription.id, priceId: catalog.premier.id, quantity: 1 };
    const { next } = await at.payments.change(ask, key());
    await at.post(`${next?.url ?? ''}/confirm`, { answer: 'confirm' });
    const [now] = (await at.payments.read(customer)).subscriptions;
    expect(now).toMatchObject({ priceId: catalog.premier.id, pending: null, status: 'active' });
    const again = await at.payments.change(ask, key());
    expect(again).toMatchObject({ next: null, subscription: { priceId: catalog.premier.id } });
  });

  it('pays what is overdue, with the card on file or another', async () => {
    const { customer, url } = await overdue('insufficient');
    const declined = await at.post(url, { action: 'pay' });
    expect([declined.status, declined.text.includes('insufficient funds')]).toEqual([402, true]);
    const unknown = await at.post(url, cardFields('1234', { action: 'card' }));
    expect([unknown.status, unknown.text.includes('This is not a test card.')]).toEqual([400, true]);
    const refused = await at.post(url, cardFields('4000 0000 0000 0002', { action: 'card' }));
    expect(refused.status).toBe(402);
    expect(await stateOf(customer)).toEqual(['past_due', 'open']);
    const paid = await at.post(url, cardFields(cardNumbers.pays, { action: 'card' }));
    expect([paid.status, await stateOf(customer)]).toEqual([303, ['active', 'paid']]);
    expect((await at.payments.read(customer)).card?.last4).toBe('4242');
    expect((await at.post(url, { action: 'pay' })).status).toBe(303);
  });

  it('is secret', async () => {
    const { url } = await overdue('declined');
    const wrong = url.slice(0, -1) + (url.endsWith('x') ? 'y' : 'x');
    expect((await at.get(wrong)).status).toBe(404);
    expect((await at.post(wrong, { action: 'pay' })).status).toBe(404);
    expect((await at.get(`${url}extra`)).status).toBe(404);
  });
});

describe("the customer's pages", () => {
  const open = async (customer: string, flow: 'card' | 'all') =>
    await at.payments.portal({ customer, returnUrl: at.urls.returnUrl, flow });

  it('change the card and go straight back', async () => {
    const { customer } = await subscribed();
    const url = await open(customer, 'card');
    expect((await at.get(url)).text).toContain('Visa •••• 4242 pays for your subscriptions.');
    const saved = await at.post(url, { ...cardFields('5555 5555 5555 4444'), expiry: '1/31' });
    expect([saved.status, saved.to]).toEqual([303, at.urls.returnUrl]);
    expect((await at.payments.read(customer)).card).toEqual({
      brand: 'mastercard',
      last4: '4444',
      exp_month: 1,
      exp_year: 2031,
    });
  });

  it('list the invoices', async () => {
    const { customer } = await subscribed();
    await at.sandbox.moveClock(customer, 32);
    const url = await open(customer, 'all');
    const { invoices } = await at.payments.read(customer);
    const { text } = await at.get(url);
    for (const { number, url: page } of invoices) {
      expect(text).toContain(number);
      expect(text).toContain(page);
    }
    const saved = await at.post(url, cardFields(cardNumbers.declined));
    expect((await at.get(at.origin + (saved.to ?? ''))).text).toContain('The new card is saved.');
  });

  it('have the bank confirm a card that needs it, and refuse one that is declined', async () => {
    const { customer } = await subscribed();
    const url = await open(customer, 'card');
    expect((await at.post(url, cardFields('4000 0000 0000 0002'))).status).toBe(402);
    const asked = await at.post(url, cardFields(cardNumbers.confirmOnce));
    const confirm = at.origin + (asked.to ?? '');
    expect((await at.get(confirm)).text).toContain('may charge your card');
    expect((await at.post(confirm, { answer: 'fail' })).status).toBe(402);
    expect((await at.payments.read(customer)).card?.last4).toBe('4242');
    await at.post(url, cardFields(cardNumbers.confirmOnce));
    await at.post(confirm, { answer: 'confirm' });
    expect((await at.payments.read(customer)).card?.last4).toBe('3155');
    await at.sandbox.moveClock(customer, 32);
    expect(await stateOf(customer)).toEqual(['active', 'paid']);
  });

  it('are open for an hour', async () => {
    const { customer } = await subscribed();
    const url = await open(customer, 'all');
    const before = at.now();
    at.setNow(new Date(before.getTime() + 61 * 60_000));
    expect((await at.get(url)).status).toBe(404);
    expect((await at.post(url, cardFields(cardNumbers.pays))).status).toBe(404);
    at.setNow(before);
  });
});
