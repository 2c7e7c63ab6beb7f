import { randomUUID } from 'node:crypto';
import type { AdInvoiceDocument, AdInvoiceState } from '#contract/api/finance.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { Keys } from './world.ts';

const day = new Date('2026-11-03T00:00:00Z');
let made = 0;

/** Statements and invoices of an account, by the call that names them. */
export const financeChildren = (db: () => Db) => {
  const statement = async ({ account }: Keys): Promise<string> => {
    const id = randomUUID();
    const month = `${String(1000 + made++)}-01`;
    const values = {
      id,
      account_key: account as AccountKey,
      month,
      currency: 'USD',
      timezone: 'UTC',
      account_name: 'Waves',
    };
    const sums = { impressions: 1000, micros: 400_000, amount_minor: 40, sha256: 'x'.repeat(64) };
    await db()
      .insertInto('ad_statements')
      .values({ ...values, ...sums, closed_at: day })
      .execute();
    return id;
  };
  const invoice =
    (state: AdInvoiceState) =>
    async (keys: Keys): Promise<string> => {
      const id = randomUUID();
      const texts = { account_name: 'Waves', reference_number: '', mount: '', brd_email: 'office@example.com' };
      const amounts = { cpm_rate: 40, currency: 'USD', amount_minor: 40 };
      await db()
        .insertInto('ad_invoices')
        .values({
          ...{ id, account_key: keys.account as AccountKey, statement_id: await statement(keys), state },
          ...{ year: 2026, number: made++, ...texts, ...amounts, document: JSON.stringify(document) },
          ...{ created: day, created_by: 'nobody', sent_at: state === 'sent' ? day : null },
        })
        .execute();
      return id;
    };
  return {
    'finance.statement': statement,
    'finance.statementDays': statement,
    'finance.invoicePdf': invoice('draft'),
    'finance.sendInvoice': invoice('draft'),
    'finance.voidInvoice': invoice('sent'),
  };
};

const document: AdInvoiceDocument = {
  ...{ title: 'Invoice', number: '2026-0001', facts: [], from: ['Waves'], to: ['Skywave'] },
  ...{ lines: [], totals: [['Total', '$0.40']], notes: [] },
};
