import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PaymentError, type NewPromotion, type Payments } from './port.ts';
import { catalog, key, run, type SuiteRig, type TestCardName } from './testing/suite-rig.ts';

const minuteMs = 60_000;
/** A real provider takes minutes to move a clock. */
const patience = 10 * minuteMs;
const dayMs = 86_400_000;

/** What every provider of payments must do: the same assertions for the sandbox and for Stripe itself. */
export const paymentsSuite = (name: string, open: () => Promise<SuiteRig>): void => {
  describe(name, { timeout: patience }, () => {
    let rig: SuiteRig;
    let payments: Payments;
    beforeAll(async () => {
      rig = await open();
      ({ payments } = rig);
      await payments.ensureCatalog(Object.values(catalog));
    }, patience);
    afterAll(async () => await rig.close());

    const metadata = { account_key: 'a-1', intent: 'i-1' };
    const buy = async (
      card: TestCardName,
      price: { id: string } = catalog.prime,
      quantity = 1,
      promotion: string | null = null,
    ) => {
      const customer = await rig.customer(card);
      const bought = await payments.subscribe({ customer, priceId: price.id, quantity, promotion, metadata }, key());
      return { customer, ...bought };
    };
    const only = async (customer: string) => {
      const { subscriptions } = await payments.read(customer);
      expect(subscriptions).toHaveLength(1);
      return subscriptions[0]!;
    };
    const newest = async (customer: string) => (await payments.read(customer)).invoices[0]!;
    const code = (given: Partial<NewPromotion> = {}): NewPromotion => ({
      code: `${run}${Math.random().toString(36).slice(2, 8)}`.toUpperCase(),
      percentOff: 50,
      amountOff: null,
      currency: null,
      duration: 'once',
      months: null,
      products: [],
      max: null,
      expires: null,
      firstTime: false,
      ...given,
    });
    const promotion = async (given: Partial<NewPromotion> = {}) => await payments.createPromotion(code(given), key());

    describe('the catalog', () => {
      it('is created once, and again only where an amount has changed', async () => {
        const price = { ...catalog.starter, id: `price_${run}_moving`, amounts: { usd: 500 } };
        await payments.ensureCatalog([price]);
        await payments.ensureCatalog([price]);
        const before = await rig.stripe.prices.list({ product: price.product, limit: 100 });
        await payments.ensureCatalog([{ ...price, amounts: { usd: 600 } }]);
        const after = await rig.stripe.prices.list({ product: price.product, limit: 100 });
        expect(before.data.filter(({ lookup_key }) => lookup_key === price.id)).toHaveLength(1);
        expect(after.data).toHaveLength(before.data.length + 1);
        expect(after.data.find(({ lookup_key }) => lookup_key === price.id)?.unit_amount).toBe(600);
        expect(after.data.every(({ active }) => active)).toBe(true);
        await payments.ensureCatalog([price]);
        const again = await rig.stripe.prices.list({ lookup_keys: [price.id] });
        expect(again.data.map(({ unit_amount }) => unit_amount)).toEqual([500]);
      });

      it('leaves the previous price to whoever pays it', async () => {
        const price = { ...catalog.starter, id: `price_${run}_old`, amounts: { usd: 700 } };
        await payments.ensureCatalog([price]);
        const { customer, subscription } = await buy('pays', price);
        expect(subscription.priceId).toBe(price.id);
        await payments.ensureCatalog([{ ...price, amounts: { usd: 800 } }]);
        await rig.moveClock(customer, 32);
        expect(await only(customer)).toMatchObject({ unitAmount: 700, priceId: null, product: price.product });
        expect((await newest(customer)).amountPaid).toBe(700);
      });

      it('renames a product', async () => {
        await payments.ensureCatalog([{ ...catalog.station, productName: 'One station' }]);
        const { data } = await rig.stripe.products.list({ ids: [catalog.station.product] });
        expect(data.map(({ name: title }) => title)).toEqual(['One station']);
      });

      it('refuses a price that it does not have', async () => {
        const customer = await rig.customer('pays');
        await expect(
          payments.subscribe({ customer, priceId: 'price_nobody', quantity: 1, promotion: null, metadata }, key()),
        ).rejects.toMatchObject({ kind: 'notFound' });
      });
    });

    describe('customers', () => {
      const facts = { account: 'a-2', name: 'Radio Ñandú', email: 'a@example.org', country: 'DE', currency: 'usd' };

      it('are created once by a key, and read back', async () => {
        const once = key();
        const id = await payments.ensureCustomer(facts, once);
        expect(await payments.ensureCustomer(facts, once)).toBe(id);
        expect(await payments.read(id)).toEqual({
          id,
          account: 'a-2',
          currency: null,
          card: null,
          taxNumber: null,
          credit: 0,
          subscriptions: [],
          invoices: [],
        });
      });

      it('are changed', async () => {
        const id = await payments.ensureCustomer(facts, key());
        await payments.updateCustomer(id, { ...facts, name: 'Radio Zwei', country: 'FR' });
        const now = await rig.stripe.customers.retrieve(id);
        expect(now).toMatchObject({ name: 'Radio Zwei', email: 'a@example.org', address: { country: 'FR' } });
      });

      it('have one tax number, which may be repeated, replaced and removed', async () => {
        const id = await payments.ensureCustomer(facts, key());
        const greek = { country: 'GR', number: '123456789', verified: true };
        await payments.setTaxNumber(id, greek);
        await payments.setTaxNumber(id, greek);
        expect((await payments.read(id)).taxNumber).toEqual(greek);
        expect((await rig.stripe.customers.listTaxIds(id)).data.map(({ value }) => value)).toEqual(['EL123456789']);
        const swiss = { country: 'CH', number: 'CHE-123.456.788', verified: false };
        await payments.setTaxNumber(id, swiss);
        expect((await payments.read(id)).taxNumber).toEqual(swiss);
        expect((await rig.stripe.customers.listTaxIds(id)).data).toEqual([]);
        await payments.setTaxNumber(id, null);
        expect((await payments.read(id)).taxNumber).toBeNull();
      });

      it('that do not exist are not found', async () => {
        await expect(payments.read('cus_nobody')).rejects.toMatchObject({ kind: 'notFound' });
        await expect(payments.updateCustomer('cus_nobody', facts)).rejects.toBeInstanceOf(PaymentError);
      });
    });

    describe('subscribing with the card on file', () => {
      it('is active at once, and its invoice is paid', async () => {
        const { customer, subscription, next } = await buy('pays');
        expect(next).toBeNull();
        expect(subscription).toMatchObject({
          customer,
          status: 'active',
          priceId: catalog.prime.id,
          product: catalog.prime.product,
          productPlan: null,
          interval: 'month',
          currency: 'usd',
          unitAmount: 2900,
          quantity: 1,
          trialEnd: null,
          cancelAtPeriodEnd: false,
          canceledAt: null,
          pending: null,
          discount: null,
          metadata,
        });
        const all = await payments.read(customer);
        expect(all.currency).toBe('usd');
        expect(all.card).toMatchObject({ brand: 'visa', last4: '4242' });
        expect(all.subscriptions.map(({ id }) => id)).toEqual([subscription.id]);
        expect(all.invoices).toHaveLength(1);
        expect(all.invoices[0]).toMatchObject({
          id: subscription.latestInvoice,
          status: 'paid',
          subtotal: 2900,
          total: 2900,
          amountDue: 2900,
          amountPaid: 2900,
          discount: 0,
          subscription: subscription.id,
          nextAttempt: null,
        });
        expect(all.invoices[0]!.lines).toMatchObject([{ amount: 2900, quantity: 1 }]);
        expect(all.invoices[0]!.paidAt).not.toBeNull();
        expect(all.invoices[0]!.periodEnd).toEqual(subscription.periodEnd);
      });

      it('happens once for one key', async () => {
        const customer = await rig.customer('pays');
        const once = key();
        const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
        const [first, second] = [await payments.subscribe(ask, once), await payments.subscribe(ask, once)];
        expect(second.subscription.id).toBe(first.subscription.id);
        const all = await payments.read(customer);
        expect([all.subscriptions.length, all.invoices.length]).toEqual([1, 1]);
      });

      it('finds what the first request made, though the price has changed since', async () => {
        const price = { ...catalog.starter, id: `price_${run}_between`, amounts: { usd: 1000 } };
        await payments.ensureCatalog([price]);
        const customer = await rig.customer('pays');
        const once = key();
        const ask = { customer, priceId: price.id, quantity: 1, promotion: null, metadata };
        const first = await payments.subscribe(ask, once);
        await payments.ensureCatalog([{ ...price, amounts: { usd: 1100 } }]);
        expect((await payments.subscribe(ask, once)).subscription.id).toBe(first.subscription.id);
        expect((await payments.read(customer)).subscriptions).toHaveLength(1);
      });

      it('multiplies by the quantity', async () => {
        const { customer, subscription } = await buy('pays', catalog.station, 3);
        expect(subscription).toMatchObject({ quantity: 3, unitAmount: 1900 });
        expect((await newest(customer)).amountPaid).toBe(5700);
      });

      it('is declined without a card', async () => {
        const customer = await rig.customer();
        await expect(
          payments.subscribe({ customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata }, key()),
        ).rejects.toMatchObject({ kind: 'declined', reason: 'There is no card on file.' });
      });

      it('leaves nothing behind when the card is declined, and says why', async () => {
        const customer = await rig.customer('declined');
        const once = key();
        const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata };
        await expect(payments.subscribe(ask, once)).rejects.toMatchObject({
          kind: 'declined',
          reason: 'Your card was declined.',
        });
        const { subscriptions, invoices } = await payments.read(customer);
        expect(subscriptions.map(({ status }) => status)).not.toContain('incomplete');
        expect(invoices.map(({ status }) => status)).not.toContain('open');
        await expect(payments.subscribe(ask, once)).rejects.toMatchObject({ kind: 'declined' });
      });

      it('says that the funds are insufficient', async () => {
        await expect(buy('insufficient')).rejects.toMatchObject({
          kind: 'declined',
          reason: 'Your card has insufficient funds.',
        });
      });

      it('waits for the confirmation of a payment, for 23 hours', async () => {
        const { customer, subscription, next } = await buy('confirmAlways');
        expect(subscription.status).toBe('incomplete');
        expect(next?.type).toBe('confirm');
        expect((await newest(customer)).url).toBe(next?.url);
        await rig.moveClock(customer, 1);
        expect((await only(customer)).status).toBe('incomplete_expired');
        expect((await newest(customer)).status).toBe('void');
      });
    });

    describe('renewal', () => {
      it('charges each period', async () => {
        const { customer, subscription } = await buy('pays');
        await rig.moveClock(customer, 32);
        const now = await only(customer);
        expect(now.status).toBe('active');
        const daysLater = (now.periodEnd!.getTime() - subscription.periodEnd!.getTime()) / dayMs;
        expect(daysLater).toBeGreaterThanOrEqual(28);
        expect(daysLater).toBeLessThanOrEqual(31);
        const { invoices } = await payments.read(customer);
        expect(invoices.map(({ status, amountPaid }) => [status, amountPaid])).toEqual([
          ['paid', 2900],
          ['paid', 2900],
        ]);
      });

      it('tries a declined card again after 3, 5 and 7 days, then ends', async () => {
        const { customer } = await buy('pays');
        await rig.setCard(customer, 'declined');
        await rig.moveClock(customer, 32);
        expect((await only(customer)).status).toBe('past_due');
        const open = await newest(customer);
        expect(open).toMatchObject({ status: 'open', amountPaid: 0, amountDue: 2900 });
        expect(open.attempts).toBeGreaterThanOrEqual(1);
        expect(open.nextAttempt).not.toBeNull();
        await rig.moveClock(customer, 8);
        expect((await only(customer)).status).toBe('past_due');
        expect((await newest(customer)).attempts).toBeGreaterThan(open.attempts);
        await rig.moveClock(customer, 10);
        const ended = await only(customer);
        expect(ended.status).toBe('canceled');
        expect(ended.canceledAt).not.toBeNull();
        expect((await newest(customer)).nextAttempt).toBeNull();
      });

      it('is healed by a new card and a payment', async () => {
        const { customer } = await buy('pays');
        await rig.setCard(customer, 'insufficient');
        await rig.moveClock(customer, 32);
        const { id } = await newest(customer);
        await expect(payments.pay(id)).rejects.toMatchObject({
          kind: 'declined',
          reason: 'Your card has insufficient funds.',
        });
        await rig.setCard(customer, 'pays');
        const paid = await payments.pay(id);
        expect(paid).toMatchObject({ invoice: { status: 'paid', amountPaid: 2900 }, next: null });
        expect((await only(customer)).status).toBe('active');
        expect(await payments.pay(id)).toMatchObject({ invoice: { status: 'paid' }, next: null });
        expect((await payments.read(customer)).invoices).toHaveLength(2);
      });

      it('is healed by the next automatic attempt after a new card', async () => {
        const { customer } = await buy('pays');
        await rig.setCard(customer, 'declined');
        await rig.moveClock(customer, 32);
        await rig.setCard(customer, 'pays');
        await rig.moveClock(customer, 6);
        expect((await only(customer)).status).toBe('active');
        expect((await newest(customer)).status).toBe('paid');
      });

      it('asks the customer to confirm a payment where the bank wants it', async () => {
        const { customer } = await buy('pays');
        await rig.setCard(customer, 'confirmAlways');
        await rig.moveClock(customer, 32);
        expect((await only(customer)).status).toBe('past_due');
        const { invoice, next } = await payments.pay((await newest(customer)).id);
        expect([invoice.status, next]).toEqual(['open', { type: 'confirm', url: invoice.url }]);
      });
    });

    describe('a change', () => {
      const change = async (subscription: string, price: { id: string }, quantity = 1, promo: string | null = null) =>
        await payments.change({ subscription, priceId: price.id, quantity, promotion: promo }, key());

      it('is charged as previewed, and effective at once', async () => {
        const { customer, subscription } = await buy('pays');
        await rig.moveClock(customer, 15);
        const preview = await payments.preview({
          subscription: subscription.id,
          priceId: catalog.premier.id,
          quantity: 1,
        });
        expect(preview.amountDue).toBeGreaterThan(2300);
        expect(preview.amountDue).toBeLessThan(2800);
        expect(preview).toMatchObject({ credit: 0, tax: 0, currency: 'usd', nextAmount: 7900 });
        expect(preview.nextAt).toEqual(subscription.periodEnd);
        expect(preview.lines.map(({ amount }) => Math.sign(amount)).toSorted()).toEqual([-1, 1]);
        const { subscription: changed, next } = await change(subscription.id, catalog.premier);
        expect(next).toBeNull();
        expect(changed).toMatchObject({ priceId: catalog.premier.id, status: 'active', pending: null });
        expect(changed.periodEnd).toEqual(subscription.periodEnd);
        expect((await newest(customer)).amountPaid).toBe(preview.amountDue);
      });

      it('to a cheaper price becomes credit, which the next invoices use', async () => {
        const { customer, subscription } = await buy('pays', catalog.premier);
        await rig.moveClock(customer, 10);
        const preview = await payments.preview({
          subscription: subscription.id,
          priceId: catalog.starter.id,
          quantity: 1,
        });
        expect(preview.amountDue).toBe(0);
        expect(preview.credit).toBeGreaterThan(4000);
        await change(subscription.id, catalog.starter);
        const all = await payments.read(customer);
        expect(all.credit).toBe(preview.credit);
        expect(all.invoices[0]).toMatchObject({ status: 'paid', amountDue: 0, amountPaid: 0 });
        await rig.moveClock(customer, 30);
        const later = await payments.read(customer);
        expect(later.credit).toBe(preview.credit - 900);
        expect(later.invoices[0]).toMatchObject({ total: 900, amountDue: 0, status: 'paid' });
      });

      it('of the interval starts a new period', async () => {
        const { customer, subscription } = await buy('pays', catalog.premier);
        await rig.moveClock(customer, 10);
        const ask = { subscription: subscription.id, priceId: catalog.premierYear.id, quantity: 1 };
        const preview = await payments.preview(ask);
        const { subscription: changed } = await change(subscription.id, catalog.premierYear);
        expect(changed.interval).toBe('year');
        const days = (changed.periodEnd!.getTime() - subscription.periodEnd!.getTime()) / dayMs;
        expect(days).toBeGreaterThan(330);
        expect(preview.nextAmount).toBe(79_000);
        expect(Math.abs(preview.nextAt!.getTime() - changed.periodEnd!.getTime())).toBeLessThan(10 * minuteMs);
        expect((await newest(customer)).amountPaid).toBe(preview.amountDue);
        expect(preview.amountDue).toBeLessThan(79_000 - 4500);
      });

      it('of the quantity is prorated', async () => {
        const { customer, subscription } = await buy('pays', catalog.station, 2);
        await rig.moveClock(customer, 15);
        const { subscription: changed } = await change(subscription.id, catalog.station, 4);
        expect(changed.quantity).toBe(4);
        const { amountPaid } = await newest(customer);
        expect(amountPaid).toBeGreaterThan(1700);
        expect(amountPaid).toBeLessThan(2200);
      });

      it('leaves everything as it was when the card is declined', async () => {
        const { customer, subscription } = await buy('pays');
        await rig.moveClock(customer, 3);
        await rig.setCard(customer, 'declined');
        const half = await promotion();
        await expect(change(subscription.id, catalog.premier, 1, half.id)).rejects.toMatchObject({
          kind: 'declined',
          reason: 'Your card was declined.',
        });
        expect(await only(customer)).toMatchObject({
          priceId: catalog.prime.id,
          status: 'active',
          pending: null,
          discount: null,
        });
        const { invoices } = await payments.read(customer);
        expect(invoices.map(({ status }) => status)).not.toContain('open');
      });

      it('waits for the confirmation of its payment, and is dropped after 23 hours', async () => {
        const { customer, subscription } = await buy('pays');
        await rig.moveClock(customer, 3);
        await rig.setCard(customer, 'confirmAlways');
        const { subscription: pending, next } = await change(subscription.id, catalog.premier, 2);
        expect(pending).toMatchObject({
          priceId: catalog.prime.id,
          quantity: 1,
          pending: { priceId: catalog.premier.id, quantity: 2 },
        });
        expect(next).toEqual({ type: 'confirm', url: (await newest(customer)).url });
        await rig.moveClock(customer, 1);
        expect(await only(customer)).toMatchObject({ priceId: catalog.prime.id, status: 'active', pending: null });
        expect((await newest(customer)).status).toBe('void');
      });

      it('that is repeated changes nothing more', async () => {
        const { customer, subscription } = await buy('pays');
        const once = key();
        const ask = { subscription: subscription.id, priceId: catalog.premier.id, quantity: 1 };
        await payments.change(ask, once);
        const { subscription: again } = await payments.change(ask, once);
        expect(again.priceId).toBe(catalog.premier.id);
        expect((await payments.read(customer)).invoices).toHaveLength(2);
      });
    });

    describe('ending', () => {
      it('at the end of the period can be taken back', async () => {
        const { customer, subscription } = await buy('pays');
        const ending = await payments.cancel(subscription.id, 'period_end');
        expect(ending).toMatchObject({ cancelAtPeriodEnd: true, status: 'active' });
        const resumed = await payments.resume(subscription.id);
        expect(resumed).toMatchObject({ cancelAtPeriodEnd: false, canceledAt: null });
        await payments.cancel(subscription.id, 'period_end');
        await rig.moveClock(customer, 32);
        expect((await only(customer)).status).toBe('canceled');
        expect((await payments.read(customer)).invoices).toHaveLength(1);
        await expect(payments.resume(subscription.id)).rejects.toBeInstanceOf(PaymentError);
      });

      it('happens at once, and once', async () => {
        const { customer, subscription } = await buy('pays');
        const ended = await payments.cancel(subscription.id, 'now');
        expect(ended.status).toBe('canceled');
        expect((await payments.cancel(subscription.id, 'now')).status).toBe('canceled');
        expect((await payments.cancel(subscription.id, 'period_end')).status).toBe('canceled');
        const all = await payments.read(customer);
        expect([all.credit, all.invoices.length]).toEqual([0, 1]);
        await expect(payments.cancel('sub_nobody', 'now')).rejects.toMatchObject({ kind: 'notFound' });
      });
    });

    describe('promotion codes', () => {
      it('are found in any case while they can be used', async () => {
        const made = await promotion({ percentOff: 25, duration: 'repeating', months: 3, max: 2 });
        expect(made).toMatchObject({
          active: true,
          percentOff: 25,
          amountOff: null,
          duration: 'repeating',
          months: 3,
          max: 2,
          redeemed: 0,
          products: [],
          firstTime: false,
        });
        expect(await payments.findPromotion(made.code.toLowerCase())).toEqual(made);
        expect(await payments.findPromotion('NOBODY-MADE-THIS')).toBeUndefined();
        expect((await payments.setPromotionActive(made.id, false)).active).toBe(false);
        expect(await payments.findPromotion(made.code)).toBeUndefined();
        expect((await payments.setPromotionActive(made.id, true)).active).toBe(true);
        expect((await payments.listPromotions()).map(({ id }) => id)).toContain(made.id);
      });

      it('are made once by a key', async () => {
        const [once, given] = [key(), code()];
        const first = await payments.createPromotion(given, once);
        expect((await payments.createPromotion(given, once)).id).toBe(first.id);
      });

      it('that apply once lower the first invoice only', async () => {
        const half = await promotion();
        const { customer } = await buy('pays', catalog.prime, 1, half.id);
        expect(await newest(customer)).toMatchObject({ subtotal: 2900, discount: 1450, amountPaid: 1450 });
        await rig.moveClock(customer, 32);
        expect(await newest(customer)).toMatchObject({ discount: 0, amountPaid: 2900 });
        expect((await payments.findPromotion(half.code))?.redeemed).toBe(1);
      });

      it('that repeat end in time, and show until when', async () => {
        const two = await promotion({
          percentOff: null,
          amountOff: 400,
          currency: 'usd',
          duration: 'repeating',
          months: 2,
        });
        const { customer, subscription } = await buy('pays', catalog.prime, 1, two.id);
        expect(subscription.discount).toMatchObject({ code: two.code, percent_off: null, amount_off: 400 });
        expect(subscription.discount?.ends).not.toBeNull();
        await rig.moveClock(customer, 32);
        expect((await newest(customer)).amountPaid).toBe(2500);
        await rig.moveClock(customer, 32);
        expect((await newest(customer)).amountPaid).toBe(2900);
        expect((await only(customer)).discount).toBeNull();
      });

      it('for ever lower every invoice', async () => {
        const always = await promotion({ percentOff: 10, duration: 'forever' });
        const { customer, subscription } = await buy('pays', catalog.prime, 1, always.id);
        expect(subscription.discount).toEqual({ code: always.code, percent_off: 10, amount_off: null, ends: null });
        await rig.moveClock(customer, 62);
        expect((await payments.read(customer)).invoices.map(({ amountPaid }) => amountPaid)).toEqual([
          2610, 2610, 2610,
        ]);
      });

      it('apply to a running subscription from the next invoice', async () => {
        const { customer, subscription } = await buy('pays');
        const half = await promotion();
        const now = await payments.setDiscount(subscription.id, half.id, key());
        expect(now.discount?.code).toBe(half.code);
        expect((await payments.read(customer)).invoices).toHaveLength(1);
        await rig.moveClock(customer, 32);
        expect((await newest(customer)).amountPaid).toBe(1450);
      });

      it('apply to their products only', async () => {
        const half = await promotion({ products: [catalog.premier.product] });
        expect(half.products).toEqual([catalog.premier.product]);
        const other = await buy('pays', catalog.prime, 1, half.id);
        expect((await newest(other.customer)).amountPaid).toBe(2900);
        const own = await buy('pays', catalog.premier, 1, half.id);
        expect((await newest(own.customer)).amountPaid).toBe(3950);
      });

      it('can be used as often as allowed', async () => {
        const one = await promotion({ max: 1 });
        await buy('pays', catalog.prime, 1, one.id);
        expect(await payments.findPromotion(one.code)).toBeUndefined();
        await expect(buy('pays', catalog.prime, 1, one.id)).rejects.toBeInstanceOf(PaymentError);
      });

      it('for first-time customers refuse whoever has paid before', async () => {
        const first = await promotion({ firstTime: true });
        expect(first.firstTime).toBe(true);
        const { customer } = await buy('pays', catalog.starter, 1, first.id);
        expect((await newest(customer)).amountPaid).toBe(450);
        await expect(
          payments.subscribe(
            { customer, priceId: catalog.prime.id, quantity: 1, promotion: first.id, metadata },
            key(),
          ),
        ).rejects.toBeInstanceOf(PaymentError);
      });

      it('are part of a preview; what applies once does not lower the later periods', async () => {
        const customer = await rig.customer('pays');
        const ask = { customer, priceId: catalog.prime.id, quantity: 2 };
        expect(await payments.preview({ ...ask, promotion: null })).toMatchObject({
          amountDue: 5800,
          nextAmount: 5800,
          credit: 0,
        });
        const once = await promotion();
        expect(await payments.preview({ ...ask, promotion: once.id })).toMatchObject({
          amountDue: 2900,
          nextAmount: 5800,
        });
        const always = await promotion({ percentOff: 20, duration: 'forever' });
        expect(await payments.preview({ ...ask, promotion: always.id })).toMatchObject({
          amountDue: 4640,
          nextAmount: 4640,
        });
        expect((await payments.read(customer)).invoices).toEqual([]);
      });

      it('change a plan together with a code', async () => {
        const { customer, subscription } = await buy('pays');
        const always = await promotion({ percentOff: 50, duration: 'forever' });
        const ask = { subscription: subscription.id, priceId: catalog.premier.id, quantity: 1, promotion: always.id };
        const preview = await payments.preview(ask);
        expect(preview.nextAmount).toBe(3950);
        const { subscription: changed } = await payments.change(ask, key());
        expect(changed.discount?.code).toBe(always.code);
        expect((await newest(customer)).amountPaid).toBe(preview.amountDue);
      });
    });

    describe('pages', () => {
      const urls = { returnUrl: 'https://portal.example/back?done=1', cancelUrl: 'https://portal.example/back' };

      it('for a payment open once by a key, and can be closed', async () => {
        const customer = await rig.customer();
        const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata, ...urls };
        const once = key();
        const page = await payments.checkout(ask, once);
        expect(page.url).toMatch(/^https?:\/\//);
        expect(page.expires.getTime()).toBeGreaterThan(Date.now() - 400 * dayMs);
        expect(await payments.checkout(ask, once)).toEqual(page);
        expect(await payments.checkoutResult(page.id)).toBe('open');
        expect(await payments.expireCheckout(page.id)).toBe('expired');
        expect(await payments.expireCheckout(page.id)).toBe('expired');
        expect(await payments.checkoutResult(page.id)).toBe('expired');
        await expect(payments.checkoutResult('cs_test_nobody')).rejects.toMatchObject({ kind: 'notFound' });
      });

      it('for a payment take a code that is given', async () => {
        const customer = await rig.customer();
        const half = await promotion();
        const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: half.id, metadata, ...urls };
        expect((await payments.checkout(ask, key())).url).toMatch(/^https?:/);
      });

      it('for the card and the invoices open', async () => {
        const customer = await rig.customer('pays');
        const [card, all] = await Promise.all([
          payments.portal({ customer, returnUrl: urls.returnUrl, flow: 'card' }),
          payments.portal({ customer, returnUrl: urls.returnUrl, flow: 'all' }),
        ]);
        expect(card).toMatch(/^https?:\/\//);
        expect(all).not.toBe(card);
      });
    });

    describe('events', () => {
      it('name the customer to read anew, oldest first', async () => {
        const since = new Date(Date.now() - 3600_000 - 400 * dayMs);
        const { customer } = await buy('pays');
        await expect
          .poll(async () => {
            const types = [];
            for await (const event of payments.eventsSince(since))
              if (event.customer === customer) types.push(event.type);
            return types;
          })
          .toEqual(expect.arrayContaining(['customer.created', 'customer.subscription.created', 'invoice.paid']));
        const created: Date[] = [];
        for await (const event of payments.eventsSince(since)) created.push(event.created);
        expect(created).toEqual(created.toSorted((one, other) => one.getTime() - other.getTime()));
      });
    });
  });
};
