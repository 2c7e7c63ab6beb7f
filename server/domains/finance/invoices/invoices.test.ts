import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finance, type NewAdInvoice } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { drawnTexts } from '#server/platform/invoice-pdf/testing/drawn-texts.ts';
import { financeWorld, impression, type FinanceWorld } from '../testing/finance-world.ts';
import { closeStatements } from '../statements/close-statements.ts';
import { invoiceText } from './invoice-text.ts';
import { workInvoices } from './mail-invoice.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: FinanceWorld;
let earner: AccountKey;
let statements: string[];
let owner: Awaited<ReturnType<FinanceWorld['portal']['as']>>;

beforeAll(async () => {
  world = await financeWorld('2026-09-01T00:00:00Z');
  earner = await world.portal.make.account({ company: 'Waves' });
  const person = await world.portal.make.person();
  await world.portal.make.accountMember(earner, person, 'owner');
  owner = await world.portal.as(person);
  const station = await world.station(earner, 'UTC');
  const campaign = await world.campaign(await world.portal.make.account(), 900, { name: 'راديو' });
  await world.setRate(earner, 50_000);
  for (const [month, count] of [
    ['2026-09', 3],
    ['2026-10', 2],
    ['2026-11', 1],
  ] as const)
    await world.record(
      Array.from({ length: count }).flatMap((_, i) =>
        impression({ station, account: earner, campaign, at: Date.parse(`${month}-10T10:00:00Z`) + i }),
      ),
    );
  world.setClock('2026-12-05T00:00:00Z');
  await closeStatements(world.deps);
  const { entities } = await world.admin.ok(finance.statements, { params: { id: earner } });
  statements = entities.map(({ id }) => id);
});
afterAll(() => world.close());

const params = () => ({ id: earner });
const form = (statement: string): NewAdInvoice => ({
  ...{ statement, accountName: 'Κύματα FM', referenceNumber: 'KY-7', mount: 'kymata' },
});
const create = (statement: string) => owner.call(finance.createInvoice, { params: params(), body: form(statement) });
const code = async (call: ReturnType<typeof create>): Promise<unknown> => {
  const { json } = await call;
  return (json as { error?: { code: string } }).error?.code;
};

test('numbers are the account’s own, by year and without gaps, also of calls at the same time and refused ones', async () => {
  const replies = await Promise.all([create(statements[0]!), create(statements[1]!), create(statements[0]!)]);
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 201, 409]);
  expect(await code(create(statements[0]!))).toBe('statement.hasInvoice');
  expect(await code(create('00000000-0000-4000-8000-000000000000'))).toBe('statement.notFound');
  world.setClock('2027-01-01T00:00:00Z');
  expect((await create(statements[2]!)).status).toBe(201);
  const { entities } = await owner.ok(finance.invoices, { params: params() });
  expect(entities.map(({ number }) => number).toSorted()).toEqual(['2026-0001', '2026-0002', '2027-0001']);
  expect(entities[0]).toMatchObject({
    state: 'draft',
    month: '2026-09',
    amount: 150,
    cpmRate: 50_000,
    currency: 'USD',
  });
});

test('what was previewed is what the PDF says, in every script', async () => {
  const { entities } = await owner.ok(finance.invoices, { params: params() });
  const { id } = entities.find(({ month }) => month === '2026-09')!;
  const pdf = await owner.raw(finance.invoicePdf as never, { params: { ...params(), invoiceId: id } });
  expect(pdf.status).toBe(200);
  const texts = drawnTexts(Buffer.from(await pdf.arrayBuffer())).join('');
  for (const text of ['Invoice 2027-0001', 'Κύματα FM', 'KY-7', 'September 2026', '$1.50', 'SHA-256'])
    expect(texts).toContain(text);
  expect(texts).toContain([...'راديو'].toReversed().join(''));
  const preview = await owner.call(finance.previewInvoice, { params: params(), body: form(statements[2]!) });
  expect(preview.json).toMatchObject({ error: { code: 'statement.hasInvoice' } });
});

test('an invoice is mailed once, paid by the portal only, and voided with its number', async () => {
  const { entities } = await owner.ok(finance.invoices, { params: params() });
  const [first, second] = [
    entities.find(({ number }) => number === '2026-0001')!,
    entities.find(({ number }) => number === '2026-0002')!,
  ];
  const of = (invoice: { id: string }) => ({ params: { ...params(), invoiceId: invoice.id } });
  const paid = (invoice: { id: string }) => ({ params: { invoiceId: invoice.id } });
  expect((await owner.call(finance.payInvoice, paid(first))).status).toBe(403);
  expect(await code(world.admin.call(finance.payInvoice, paid(first)) as never)).toBe('adInvoice.state');
  const sent = await owner.ok(finance.sendInvoice, of(first));
  expect(sent).toMatchObject({ state: 'sent', brdEmail: 'office@example.com' });
  expect(await code(owner.call(finance.sendInvoice, of(first)) as never)).toBe('adInvoice.state');
  await workInvoices(world.deps);
  await world.portal.drain();
  const { mails } = world.portal;
  await expect
    .poll(() => mails.map(({ to, subject }) => [to, subject]))
    .toEqual([['office@example.com', 'Invoice 2026-0001 of Κύματα FM']]);
  expect(mails[0]!.attachments).toMatchObject([{ filename: 'invoice-2026-0001.pdf', type: 'application/pdf' }]);
  const open = await world.admin.ok(finance.openInvoices, {});
  expect(open.entities.map(({ number, account }) => [number, account.company])).toEqual([['2026-0001', 'Waves']]);
  expect(await world.admin.ok(finance.payInvoice, paid(first))).toMatchObject({ state: 'paid' });
  expect(await code(owner.call(finance.voidInvoice, of(first)) as never)).toBe('adInvoice.state');

  expect(await owner.ok(finance.voidInvoice, of(second))).toMatchObject({ state: 'void', number: '2026-0002' });
  const again = await owner.ok(finance.createInvoice, { params: params(), body: form(second.statement) });
  expect(again.number).toBe('2027-0002');
  const audit = await world.db.selectFrom('audit').select('action').execute();
  const actions = new Set(audit.map(({ action }) => action));
  for (const action of ['create', 'send', 'pay', 'void']) expect(actions).toContain(`finance.${action}Invoice`);
});

test('an invoice lists the first lines of its statement, and sums up the others', () => {
  const line = { month: '2026-10', station_key: 's-1', campaign_key: 'c-1', micros: 0 };
  const lines = [7, 5].map((n) => ({
    ...line,
    station_name: 'S',
    campaign_name: 'C',
    impressions: n,
    amount_minor: n * 10,
  }));
  const statement = {
    month: '2026-10',
    currency: 'USD',
    timezone: 'UTC',
    impressions: 1020,
    micros: 0,
    amount_minor: 2000,
  };
  const none = { address: '', zip: '', city: '', area: '', country: '', vatid: '', doy: '', name: '' };
  const parties = {
    issuer: none,
    payer: none,
    brand: 'B',
    accountName: 'A',
    referenceNumber: '',
    mount: '',
    cpmRate: 40,
  };
  const about = { statement, ...parties, number: 'Draft', date: new Date('2026-11-03') } as never;
  const written = (total: number) =>
    invoiceText(Object.assign({ lines, total }, about)).lines.map(({ description, quantity, amount }) => [
      description,
      quantity,
      amount,
    ]);
  expect(written(2)).toHaveLength(2);
  expect(written(1002)[2]).toEqual(['1,000 more lines of the statement', '1,008', '$18.80']);
});
