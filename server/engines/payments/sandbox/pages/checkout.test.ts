import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cardFields, pageRig, type PageRig } from '../../testing/page-rig.ts';
import { cardNumbers, catalog, key } from '../../testing/suite-rig.ts';

let at: PageRig;
beforeAll(async () => {
  at = await pageRig();
});
afterAll(async () => await at.close());

const pay = { action: 'pay' };

describe('the payment page', () => {
  it('shows what is bought, and starts the subscription when the card pays', async () => {
    const customer = await at.customer();
    const page = await at.checkout(customer, { quantity: 2 });
    const shown = await at.get(page.url);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('Sandbox: no money moves');
    expect(shown.text).toContain('Pay $58.00');
    const paid = await at.post(page.url, cardFields(cardNumbers.pays, pay));
    expect([paid.status, paid.to]).toEqual([303, at.urls.returnUrl]);
    const result = await at.payments.checkoutResult(page.id);
    expect(result).toMatchObject({ status: 'active', priceId: catalog.prime.id, quantity: 2 });
    const all = await at.payments.read(customer);
    expect(all.card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });
    expect(all.invoices.map(({ amountPaid }) => amountPaid)).toEqual([5800]);
    const again = await at.post(page.url, cardFields(cardNumbers.pays, pay));
    expect([again.status, again.to]).toEqual([303, at.urls.returnUrl]);
    expect((await at.payments.read(customer)).subscriptions).toHaveLength(1);
  });

  it('makes its card the one that pays for everything, also after it is changed', async () => {
    const customer = await at.customer();
    const page = await at.checkout(customer);
    await at.post(page.url, cardFields(cardNumbers.pays, pay));
    await at.payments.checkoutResult(page.id);
    await at.sandbox.setCard(customer, cardNumbers.insufficient);
    await at.sandbox.moveClock(customer, 32);
    expect((await at.payments.read(customer)).subscriptions[0]?.status).toBe('past_due');
  });

  it.each([
    ['declined', 'Your card was declined.'],
    ['insufficient', 'Your card has insufficient funds.'],
  ] as const)('says that a card is %s, and nothing is bought', async (card, reason) => {
    const customer = await at.customer();
    const page = await at.checkout(customer);
    const reply = await at.post(page.url, cardFields(cardNumbers[card], pay));
    expect(reply.status).toBe(402);
    expect(reply.text).toContain(reason);
    expect(reply.text).toContain('role="alert"');
    expect(await at.payments.checkoutResult(page.id)).toBe('open');
    expect(await at.payments.read(customer)).toMatchObject({ card: null, subscriptions: [], invoices: [] });
    expect((await at.post(page.url, cardFields(cardNumbers.pays, pay))).status).toBe(303);
  });

  it('accepts the numbers of test cards only, with an expiry and a code', async () => {
    const page = await at.checkout(await at.customer());
    const real = await at.post(page.url, cardFields('4111 1111 1111 1111', pay));
    expect(real.status).toBe(400);
    expect(real.text).toContain('This is not a test card.');
    const wrong = await at.post(page.url, { ...cardFields(cardNumbers.pays, pay), expiry: '13/30', cvc: 'abc' });
    expect(wrong.text).toContain('Please enter month and year');
    expect(wrong.text).toContain('Please enter 3 or 4 digits.');
    const past = await at.post(page.url, { ...cardFields(cardNumbers.pays, pay), expiry: '01/20' });
    expect(past.text).toContain('Your card has expired.');
    expect(await at.payments.checkoutResult(page.id)).toBe('open');
  });

  it('asks the owner to confirm a payment with 3-D Secure', async () => {
    const customer = await at.customer();
    const page = await at.checkout(customer);
    const asked = await at.post(page.url, cardFields(cardNumbers.confirmOnce, pay));
    expect(asked.status).toBe(303);
    const confirm = at.origin + (asked.to ?? '');
    expect((await at.get(confirm)).text).toContain('confirm a payment of $29.00');
    const failed = await at.post(confirm, { answer: 'fail' });
    expect([failed.status, failed.text.includes('unable to authenticate')]).toEqual([402, true]);
    expect(await at.payments.checkoutResult(page.id)).toBe('open');
    expect((await at.post(confirm, { answer: 'confirm' })).to).toBe(new URL(page.url).pathname);
    await at.post(page.url, cardFields(cardNumbers.confirmOnce, pay));
    const done = await at.post(confirm, { answer: 'confirm' });
    expect([done.status, done.to]).toEqual([303, at.urls.returnUrl]);
    await at.sandbox.moveClock(customer, 32);
    expect((await at.payments.read(customer)).subscriptions[0]?.status).toBe('active');
  });

  it('applies a promo code that is entered, and refuses one that cannot be used', async () => {
    const customer = await at.customer();
    const half = await at.payments.createPromotion({ ...promotion, code: 'HALFOFF' }, key());
    const page = await at.checkout(customer);
    const unknown = await at.post(page.url, { action: 'apply', promo: 'NOPE' });
    expect([unknown.status, unknown.text.includes('This code is invalid.')]).toEqual([400, true]);
    const applied = await at.post(page.url, { action: 'apply', promo: ' halfoff ' });
    expect(applied.status).toBe(200);
    expect(applied.text).toContain('Pay $14.50');
    expect((await at.payments.findPromotion(half.code))?.redeemed).toBe(0);
    await at.post(page.url, cardFields(cardNumbers.pays, { ...pay, promo: 'HALFOFF' }));
    const all = await at.payments.read(customer);
    expect(all.invoices[0]).toMatchObject({ discount: 1450, amountPaid: 1450 });
    expect((await at.payments.findPromotion(half.code))?.redeemed).toBe(1);
  });

  it('has the code that was given with it, and no field for another', async () => {
    const half = await at.payments.createPromotion({ ...promotion, code: 'GIVEN' }, key());
    const page = await at.checkout(await at.customer(), { promotion: half.id });
    const { text } = await at.get(page.url);
    expect(text).toContain('Pay $14.50');
    expect(text).not.toContain('name="promo"');
  });

  it('is closed after its time, or when it is closed', async () => {
    const page = await at.checkout(await at.customer());
    const before = at.now();
    at.setNow(new Date(before.getTime() + 32 * 60_000));
    const late = await at.post(page.url, cardFields(cardNumbers.pays, pay));
    expect([late.status, late.text.includes(at.urls.cancelUrl.replace('&', '&#38;'))]).toEqual([410, true]);
    expect(await at.payments.checkoutResult(page.id)).toBe('expired');
    at.setNow(before);
    const other = await at.checkout(await at.customer());
    await at.payments.expireCheckout(other.id);
    expect((await at.get(other.url)).status).toBe(410);
    expect((await at.payments.expireCheckout(page.id)) as unknown).toBe('expired');
  });

  it('sells once, though the form is sent twice at the same time', async () => {
    const customer = await at.customer();
    const page = await at.checkout(customer);
    const fields = cardFields(cardNumbers.pays, pay);
    const replies = await Promise.all([1, 2, 3].map(async () => await at.post(page.url, fields)));
    expect(replies.map(({ status, to }) => [status, to])).toEqual(replies.map(() => [303, at.urls.returnUrl]));
    const all = await at.payments.read(customer);
    expect([all.subscriptions.length, all.invoices.length]).toEqual([1, 1]);
  });
});

describe('the pages', () => {
  it('keep nothing of a card but brand, last digits and expiry', async () => {
    const page = await at.checkout(await at.customer());
    await at.post(page.url, { ...cardFields('5555 5555 5555 4444', pay), cvc: '7391' });
    const rows = await at.db.selectFrom('sandbox_objects').select('data').execute();
    const text = JSON.stringify(rows);
    expect(text).toContain('4444');
    for (const secret of ['5555555555554444', '5555 5555 5555 4444', '7391']) expect(text).not.toContain(secret);
  });

  it('escape what others have entered', async () => {
    const customer = await at.customer('<script>alert(1)</script>');
    const page = await at.checkout(customer);
    await at.post(page.url, cardFields(cardNumbers.pays, { ...pay }));
    const { invoices } = await at.payments.read(customer);
    const { text } = await at.get(invoices[0]?.url ?? '');
    expect(text).toContain('&#60;script&#62;');
    expect(text).not.toContain('<script');
    const entered = await at.checkout(await at.customer());
    const reply = await at.post(entered.url, { action: 'apply', promo: '"><script>' });
    expect(reply.text).not.toContain('<script>');
  });

  it('allow no script and no frame, and are not cached', async () => {
    const page = await at.checkout(await at.customer());
    const { headers } = await at.get(page.url);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).not.toContain('script-src');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });

  it('refuse forms of other sites, too many of them, and ids that do not exist', async () => {
    const page = await at.checkout(await at.customer());
    const elsewhere = await at.post(page.url, cardFields(cardNumbers.pays, pay), { 'sec-fetch-site': 'cross-site' });
    expect(elsewhere.status).toBe(400);
    expect(await at.payments.checkoutResult(page.id)).toBe('open');
    for (const path of ['checkout/cs_nobody', `checkout/${page.id}x`, 'portal/bps_1', 'invoice/in_1/x', 'nothing'])
      expect((await at.get(`${at.origin}/sandbox/${path}`)).status).toBe(404);
    const customer = page.id.replace('cs_sandbox_', 'bps_');
    expect((await at.get(`${at.origin}/sandbox/portal/${customer}`)).status).toBe(404);
    const large = await at.post(page.url, { promo: 'x'.repeat(20_000) });
    expect(large.status).toBeGreaterThanOrEqual(400);
    const statuses = [];
    for (let n = 0; n < 70; n++) statuses.push((await at.post(`${at.origin}/sandbox/portal/x`, {})).status);
    expect(statuses).toContain(429);
  });
});

const promotion = {
  percentOff: 50,
  amountOff: null,
  currency: null,
  duration: 'once',
  months: null,
  products: [],
  max: null,
  expires: null,
  firstTime: false,
} as const;
