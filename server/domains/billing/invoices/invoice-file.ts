import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { amountText } from '#contract/rules/money.ts';
import type { PortalSettings } from '#contract/api/portal-settings.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import type { RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { countryName } from '#server/platform/country-name.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { addressOf, findInvoice, type InvoiceRow } from './invoices.repo.ts';
import type { InvoiceDocument } from '#server/platform/invoice-pdf/invoice-document.ts';
import { invoicePdf } from '#server/platform/invoice-pdf/invoice-pdf.ts';

type Deps = Pick<Kernel, 'db'> & { brand: Pick<Brand, 'name'>; payments: Pick<Payments, 'mode'> };

/** Sends an invoice of the account as PDF; refuses with `invoice.notFound`. */
export const sendInvoice = async (
  deps: Deps,
  { account, invoice }: { account: AccountKey; invoice: string },
  reply: FastifyReply,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const row = (await findInvoice(deps.db, account, invoice)) ?? refuse('invoice.notFound');
  const [{ seller }, address] = await Promise.all([portalSettings(deps.db), addressOf(deps.db, account)]);
  const { mode } = deps.payments;
  const pdf = await invoicePdf(account, invoiceDocument(row, { brand: deps.brand.name, seller, address, mode }));
  reply.header('cache-control', 'no-store').header('content-disposition', attachment(`${row.number ?? row.id}.pdf`));
  return { stream: Readable.from([pdf]), size: pdf.length };
};

type Around = {
  brand: string;
  seller: PortalSettings['seller'];
  /** The customer's address, by line. */
  address: readonly string[];
  mode: Payments['mode'];
};

/** What the PDF of an invoice says: who sells, who buys, lines and totals, and the note that a reverse charge requires. */
export const invoiceDocument = (row: InvoiceRow, { brand, seller, address, mode }: Around): InvoiceDocument => {
  const amount = (minor: number) => amountText(minor, row.currency);
  const { name, email, country, taxNumber, reverseCharge } = row.billed_to;
  return {
    brand,
    banner: mode === 'live' ? '' : 'Test invoice: no money moved.',
    title: 'Invoice',
    number: row.number ?? row.id,
    facts: [
      ['Date', dateText(row.created)],
      ['Period', `${dateText(row.period_start)} to ${dateText(row.period_end)}`],
      ...(row.paid_at ? ([['Paid', dateText(row.paid_at)]] as const) : ([['Status', row.status]] as const)),
    ],
    seller: filled([
      seller.name || brand,
      ...seller.address.split('\n'),
      nameOf(seller.country),
      seller.vatid && `VAT number ${seller.vatid}`,
    ]),
    customer: filled([name, ...address, nameOf(country), email, taxNumber && `VAT number ${taxNumber}`]),
    lines: row.lines.map((line) => ({
      description: line.description,
      quantity: String(line.quantity),
      amount: amount(line.amount),
    })),
    totals: [
      ['Subtotal', amount(row.subtotal)],
      ...(row.discount === 0 ? [] : ([['Discount', amount(-row.discount)]] as const)),
      ['VAT', amount(row.tax)],
      ['Total', amount(row.total)],
      ...(row.amount_due === row.total
        ? []
        : ([['Paid from earlier credit', amount(row.amount_due - row.total)]] as const)),
      [
        row.status === 'paid' ? 'Amount paid' : 'Amount due',
        amount(row.status === 'paid' ? row.amount_paid : row.amount_due),
      ],
    ],
    notes: reverseCharge ? [reverseChargeNote] : [],
  };
};

const reverseChargeNote =
  'Reverse charge: VAT is to be paid by the customer (Article 196 of Council Directive 2006/112/EC).';

/** The day in UTC, as `23 November 2026`. */
const dateText = (at: Date): string =>
  at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

const nameOf = (country: string): string => (country === '' ? '' : countryName(country));

const filled = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line) => line !== null && line !== '') as string[];
