import type { Request as Input } from '#contract/api/request.ts';

const nobody = '00000000-0000-4000-8000-000000000000';
const days = { from: '2026-11-01', to: '2026-11-30' };
const part = { ...days, campaign: 'c-1111111111111111111111', station: 's-1111111111111111111111' };
const invoice = { statement: nobody, accountName: 'Harbour Lights', referenceNumber: 'HL-7', mount: 'harbour' };

/** A valid call of every endpoint of finance; see `fixtures`. */
export const financeFixtures = {
  'finance.revenue': { params: { frequency: 'daily' }, query: days },
  'finance.breakdown': { query: { ...part, by: 'break' } },
  'finance.impressions': { query: part },
  'finance.statement': { params: { statementId: nobody } },
  'finance.statementDays': { params: { statementId: nobody } },
  'finance.previewInvoice': { body: invoice },
  'finance.createInvoice': { body: invoice },
  'finance.invoicePdf': { params: { invoiceId: nobody } },
  'finance.sendInvoice': { params: { invoiceId: nobody } },
  'finance.payInvoice': { params: { invoiceId: nobody } },
  'finance.voidInvoice': { params: { invoiceId: nobody } },
} satisfies Record<string, Input>;
