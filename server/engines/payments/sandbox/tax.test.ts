import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';
import { cardNumbers, catalog, key, metadata } from '../testing/suite-rig.ts';
import { taxRule } from './billing/tax.ts';
import { vatRates } from './billing/vat-rates.ts';

let at: SandboxRig;
beforeAll(async () => {
  at = await sandboxRig();
  await at.payments.ensureCatalog(Object.values(catalog));
});
afterAll(async () => await at.close());

describe('the rule', () => {
  const number = 'DE123456789';
  it.each([
    ['at home', 'DE', 'DE', null, 190, 'standard_rated'],
    ['at home with a number', 'DE', 'DE', number, 190, 'standard_rated'],
    ['in another member state', 'DE', 'FI', null, 255, 'standard_rated'],
    ['in another member state with a verified number', 'FI', 'DE', number, 0, 'reverse_charge'],
    ['outside the EU', 'DE', 'US', null, 0, 'not_collecting'],
    ['of a seller outside the EU', 'US', 'DE', null, 0, 'not_collecting'],
    ['of a seller without a country', null, 'DE', null, 0, 'not_collecting'],
    ['to a customer without a country', 'HU', '', null, 270, 'standard_rated'],
  ] as const)('%s', (_what, seller, country, verifiedNumber, rate, reason) => {
    expect(taxRule(seller, { country, verifiedNumber })).toMatchObject({ rate, reason });
  });

  it('knows the 27 member states', () => {
    expect(vatRates.size).toBe(27);
    for (const rate of vatRates.values()) {
      expect(rate).toBeGreaterThanOrEqual(150);
      expect(rate).toBeLessThanOrEqual(270);
    }
  });
});

describe('an invoice', () => {
  const bought = async (country: string, number: string | null) => {
    const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country, currency: 'usd' };
    const customer = await at.payments.ensureCustomer(facts, key());
    await at.sandbox.setCard(customer, cardNumbers.pays);
    if (number !== null) await at.payments.setTaxNumber(customer, { country, number, verified: true });
    const ask = { customer, priceId: catalog.prime.id, quantity: 1, promotion: null };
    const preview = await at.payments.preview(ask);
    await at.payments.subscribe({ ...ask, metadata }, key());
    const [invoice] = (await at.payments.read(customer)).invoices;
    return { customer, preview, invoice: invoice! };
  };

  it('has the tax of the country, as previewed', async () => {
    at.setSeller('DE');
    const { preview, invoice } = await bought('FR', null);
    expect(invoice).toMatchObject({ subtotal: 2900, tax: 580, total: 3480, amountPaid: 3480 });
    expect(invoice.billedTo).toMatchObject({ country: 'FR', taxNumber: null, reverseCharge: false });
    expect(preview).toMatchObject({ tax: 580, amountDue: 3480, nextAmount: 3480 });
  });

  it('leaves the tax to a business in another member state, with its number and the reason', async () => {
    at.setSeller('DE');
    const { invoice, customer } = await bought('FR', '12345678901');
    expect(invoice).toMatchObject({ tax: 0, total: 2900 });
    expect(invoice.billedTo).toMatchObject({ taxNumber: 'FR12345678901', reverseCharge: true });
    const page = await at.stripe.invoices.retrieve(invoice.id);
    expect(page.footer).toBe('Reverse charge, Art. 196 Directive 2006/112/EC');
    // A number that is removed is no reason any more.
    await at.payments.setTaxNumber(customer, null);
    await at.sandbox.moveClock(customer, 32);
    const [next] = (await at.payments.read(customer)).invoices;
    expect(next).toMatchObject({ tax: 580, billedTo: { reverseCharge: false, taxNumber: null } });
  });

  it('only shows a number that is not verified', async () => {
    at.setSeller('DE');
    const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'FR', currency: 'usd' };
    const customer = await at.payments.ensureCustomer(facts, key());
    await at.sandbox.setCard(customer, cardNumbers.pays);
    await at.payments.setTaxNumber(customer, { country: 'FR', number: '999', verified: false });
    await at.payments.subscribe({ customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata }, key());
    const [invoice] = (await at.payments.read(customer)).invoices;
    expect(invoice).toMatchObject({ tax: 580, billedTo: { taxNumber: 'FR 999', reverseCharge: false } });
  });

  it('has no tax while the seller has no country', async () => {
    at.setSeller(null);
    const { invoice } = await bought('DE', null);
    expect(invoice).toMatchObject({ tax: 0, total: 2900 });
  });

  it('taxes what a discount leaves, and takes back the tax of what is not used', async () => {
    at.setSeller('DE');
    const { customer } = await bought('DE', null);
    const [{ id } = { id: '' }] = (await at.payments.read(customer)).subscriptions;
    await at.payments.change({ subscription: id, priceId: catalog.starter.id, quantity: 1 }, key());
    const [invoice] = (await at.payments.read(customer)).invoices;
    const net = (invoice?.subtotal ?? 0) - (invoice?.discount ?? 0);
    expect(net).toBeLessThan(0);
    expect(invoice?.tax).toBeLessThan(0);
    expect(Math.abs((invoice?.tax ?? 0) - net * 0.19)).toBeLessThanOrEqual(1);
    expect((await at.payments.read(customer)).credit).toBe(-(invoice?.total ?? 0));
  });
});
