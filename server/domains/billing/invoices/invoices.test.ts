import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AccountKey } from '#contract/rules/keys.ts';
import { payments as calls } from '#contract/api/payments.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import { PaymentError, type Payments } from '#server/engines/payments/port.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { invoiceDocument } from './invoice-file.ts';
import { invoiceLink } from './invoice-link.ts';
import { upcomingOf } from './overview.ts';
import { findInvoice } from './invoices.repo.ts';
import { drawnTexts } from '#server/platform/invoice-pdf/testing/drawn-texts.ts';

let portal: TestPortal;
let owner: TestClient;
let account: AccountKey;
let person: { id: string };

beforeAll(async () => {
  portal = await testPortal();
  const admin = await portal.as(await portal.make.person({ admin: true }));
  await admin.ok(portalCalls.setSettings, {
    body: { seller: { name: 'Skywave Ltd', address: '1 Air Street\nDublin', country: 'IE', vatid: 'IE6388047V' } },
  });
});
afterAll(() => portal.close());
beforeEach(async () => {
  person = await portal.make.person();
  owner = await portal.as(person as Parameters<typeof portal.as>[0]);
  account = await portal.make.account();
  await portal.make.accountMember(account, person as never, 'owner');
});

const at = () => ({ params: { id: account } });
const idOf = (n: number): string => `in_${account.slice(2)}${String(n)}`;
type Fields = { status?: 'open' | 'paid'; name?: string; tax?: number; reverseCharge?: boolean; subscription?: string };
const bill = async (
  n: number,
  { status = 'paid', name = 'Wave', tax = 0, reverseCharge = false, subscription }: Fields = {},
) => {
  const created = new Date(Date.UTC(2026, n, 1));
  const total = 2900 + tax;
  await portal.kernel.db
    .insertInto('invoices')
    .values({
      id: idOf(n),
      account_key: account,
      number: `SKY-${String(n)}`,
      status,
      currency: 'usd',
      subtotal: 2900,
      tax,
      total,
      amount_due: total,
      amount_paid: status === 'paid' ? total : 0,
      subscription: subscription ?? null,
      period_start: created,
      period_end: new Date(Date.UTC(2026, n + 1, 1)),
      created,
      paid_at: status === 'paid' ? created : null,
      url: null,
      lines: JSON.stringify([{ description: 'Prime', amount: 2900, quantity: 1 }]),
      billed_to: JSON.stringify({
        name,
        email: 'office@wave.test',
        country: 'DE',
        taxNumber: reverseCharge ? 'DE123456789' : null,
        reverseCharge,
      }),
    })
    .execute();
};

describe('the invoices of an account', () => {
  test('are listed newest first, by page, with their total', async () => {
    for (const n of [1, 3, 2]) await bill(n);
    const page = await owner.ok(calls.invoices, { ...at(), query: { limit: 2 } });
    expect(page.entities.map(({ number }) => number)).toEqual(['SKY-3', 'SKY-2']);
    expect(page.total).toBe(3);
    const rest = await owner.ok(calls.invoices, { ...at(), query: { limit: 2, offset: 2 } });
    expect(rest.entities.map(({ number }) => number)).toEqual(['SKY-1']);
    expect(rest.entities[0]).toMatchObject({ status: 'paid', total: 2900, currency: 'usd', attempts: 0 });
  });

  test('are exported as CSV in which no spreadsheet runs a formula', async () => {
    await bill(1, { name: '=HYPERLINK("http://evil.test")', tax: 551 });
    await bill(2, { reverseCharge: true });
    const reply = await owner.call(calls.invoicesCsv, at());
    expect(reply.headers.get('content-disposition')).toContain('invoices.csv');
    const [heading, newest, oldest] = reply.text.split('\r\n');
    expect(heading).toContain('"number","created","status","currency","subtotal"');
    expect(newest).toContain('"SKY-2","2026-03-01T00:00:00.000Z","paid","USD",29,0,0,29,29');
    expect(newest).toContain('"DE","DE123456789","yes"');
    expect(oldest).toContain(`29,0,5.51,34.51,34.51,"2026-02-01T00:00:00.000Z","'=HYPERLINK(""http://evil.test"")"`);
  });
});

describe('the overview', () => {
  test('of an account that never paid is empty', async () => {
    expect(await owner.ok(calls.overview, at())).toEqual({
      mode: 'sandbox',
      currency: 'usd',
      customer: null,
      card: null,
      vat: null,
      credit: 0,
      upcoming: null,
      open_invoice: null,
      held: null,
      grace_ends: null,
    });
  });

  test('shows the card, the VAT number, the next charge with tax, and the oldest unpaid invoice', async () => {
    const { db } = portal.kernel;
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2027 };
    await db
      .insertInto('billing_customers')
      .values({
        account_key: account,
        customer: `cus_${account}`,
        mode: 'sandbox',
        currency: 'usd',
        card: JSON.stringify(card),
        credit: 500,
      })
      .execute();
    await db.deleteFrom('subscriptions').where('account_key', '=', account).execute();
    const ends = new Date('2027-01-15T12:00:00Z');
    const paid = { account_key: account, provider: 'sandbox', status: 'active', currency: 'usd', ends } as const;
    await db
      .insertInto('subscriptions')
      .values({ ...paid, plan: 'prime', provider_id: `sub_${account}`, unit_amount: 2900 })
      .execute();
    await bill(1, { status: 'open', tax: 667, subscription: `sub_${account}` });
    await bill(2, { status: 'open', tax: 667, subscription: `sub_${account}` });
    await db.updateTable('accounts').set({ country: 'DE', vatid: 'DE1' }).where('key', '=', account).execute();
    const found = await owner.ok(calls.overview, at());
    expect(found).toMatchObject({ card, credit: 500, vat: { number: 'DE1', country: 'DE', name: null } });
    expect(found.open_invoice?.number).toBe('SKY-1');
    expect(found.upcoming).toEqual({ amount: 2900 + 667 - 500, currency: 'usd', at: ends.toISOString() });
  });
});

describe('the next charge', () => {
  const ends = new Date('2027-01-15T12:00:00Z');
  const plan = { quantity: 1, unit_amount: 2900, currency: 'usd', discount: null, ends, tax_rate: 0 };
  const discount = { code: 'SPRING', percent_off: 50, amount_off: null, ends: null };

  test('adds up what renews on the same day', () => {
    const addOn = { ...plan, unit_amount: 599, ends: new Date('2027-01-15T18:00:00Z') };
    const later = { ...plan, ends: new Date('2027-01-16T12:00:00Z') };
    expect(upcomingOf([plan, addOn, later], 0)?.amount).toBe(3499);
  });

  test('takes discounts that still apply, and what is left of earlier payments', () => {
    expect(upcomingOf([{ ...plan, discount }], 0)?.amount).toBe(1450);
    expect(upcomingOf([{ ...plan, discount: { ...discount, ends: '2027-01-15T11:00:00Z' } }], 0)?.amount).toBe(2900);
    expect(upcomingOf([{ ...plan, discount: { ...discount, percent_off: null, amount_off: 5000 } }], 0)?.amount).toBe(
      0,
    );
    expect(upcomingOf([{ ...plan, quantity: 3 }], 9000)?.amount).toBe(0);
  });

  test('is none if nothing renews', () => expect(upcomingOf([], 0)).toBeNull());
});

describe('an invoice as PDF', () => {
  const file = async (id: string, client = owner) => {
    const token = await portal.kernel.tokens.sign('download', account, person.id);
    return await client.raw(calls.pdf, { params: { id: account, invoiceId: id }, query: { token } });
  };

  test('names seller, customer, VAT and the reverse charge', async () => {
    await bill(1, { name: 'רדיו תל אביב', reverseCharge: true });
    const { db } = portal.kernel;
    await db
      .updateTable('accounts')
      .set({ address: 'Hauptstr. 1', zip: '10115', city: 'Berlin' })
      .where('key', '=', account)
      .execute();
    const reply = await file(idOf(1), await portal.as(undefined));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(reply.headers.get('content-disposition')).toContain('SKY-1.pdf');
    const texts = drawnTexts(Buffer.from(await reply.arrayBuffer())).join('');
    for (const text of ['Invoice SKY-1', 'Skywave Ltd', 'Dublin', 'VAT number IE6388047V', '10115 Berlin', 'Germany'])
      expect(texts).toContain(text);
    expect(texts).toContain([...'רדיו תל אביב'].toReversed().join(''));
    for (const text of ['VAT number DE123456789', 'Test invoice: no money moved.', 'Article 196', 'Total$29.00'])
      expect(texts).toContain(text);
  });

  test('has totals that add up, with discount and credit', async () => {
    await bill(1, { tax: 551 });
    const row = await findInvoice(portal.kernel.db, account, idOf(1));
    if (!row) throw new Error('no invoice');
    const seller = { name: '', address: '', country: '', vatid: '' };
    const around = { brand: 'Skywave', seller, address: [], mode: 'live' } as const;
    const { totals, notes, banner } = invoiceDocument(
      { ...row, discount: 290, total: 3161, amount_due: 2161, amount_paid: 2161 },
      around,
    );
    expect(totals).toEqual([
      ['Subtotal', '$29.00'],
      ['Discount', '-$2.90'],
      ['VAT', '$5.51'],
      ['Total', '$31.61'],
      ['Paid from earlier credit', '-$10.00'],
      ['Amount paid', '$21.61'],
    ]);
    expect([notes, banner]).toEqual([[], '']);
  });

  test("is not found under another account's token", async () => {
    await bill(1);
    const other = await portal.make.account();
    const token = await portal.kernel.tokens.sign('download', other, null);
    const input = { params: { id: other, invoiceId: idOf(1) }, query: { token } };
    expect((await owner.raw(calls.pdf, input)).status).toBe(404);
    const wrong = { params: { id: account, invoiceId: idOf(1) }, query: { token } };
    expect((await owner.raw(calls.pdf, wrong)).status).toBe(404);
  });
});

describe('the link of an invoice', () => {
  const link = (invoicePdf: Payments['invoicePdf'], invoice = idOf(1)) =>
    invoiceLink({ ...portal.kernel, payments: { invoicePdf } }, { account, invoice, who: person as never });

  test("is the provider's own, asked anew each time", async () => {
    await bill(1);
    let asked = 0;
    const pdf = () => Promise.resolve(`https://pay.test/invoice.pdf?s=${String(++asked)}`);
    expect(await link(pdf)).toEqual({ url: 'https://pay.test/invoice.pdf?s=1' });
    expect(await link(pdf)).toEqual({ url: 'https://pay.test/invoice.pdf?s=2' });
  });

  test('leads to ours where the provider makes none', async () => {
    await bill(1);
    const { url } = await link(() => Promise.resolve(undefined));
    expect(url).toMatch(new RegExp(`^/media/accounts/${account}/invoices/${idOf(1)}/pdf\\?token=`));
    const reply = await (await portal.as(undefined)).send('GET', url);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  test('is refused while the provider is away, and for an invoice of another account', async () => {
    await bill(1);
    const away = () => Promise.reject(new PaymentError('unavailable', ''));
    await expect(link(away)).rejects.toMatchObject({ code: 'payment.unavailable' });
    await expect(link(away, 'in_other')).rejects.toMatchObject({ code: 'invoice.notFound' });
  });
});
