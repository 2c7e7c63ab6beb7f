import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { RawResult } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { attachment } from '#server/kernel/http/reply.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { invoicePdf } from '#server/platform/invoice-pdf/invoice-pdf.ts';
import { numberText } from './invoice-text.ts';
import { findInvoice, type AdInvoiceRow } from './invoices.repo.ts';

/** Sends an invoice of the account as PDF; refuses with `adInvoice.notFound`. */
export const sendInvoiceFile = async (
  db: Db,
  of: { account: AccountKey; id: string },
  reply: FastifyReply,
): Promise<RawResult<{ raw: 'binary'; type: string }>> => {
  const row = (await findInvoice(db, of)) ?? refuse('adInvoice.notFound');
  const pdf = await pdfOf(row);
  reply.header('cache-control', 'no-store').header('content-disposition', attachment(fileName(row)));
  return { stream: Readable.from([pdf]), size: pdf.length };
};

export const fileName = (row: AdInvoiceRow): string => `invoice-${numberText(row)}.pdf`;

/** An invoice as PDF; it says so if it is void. */
export const pdfOf = async ({ account_key, account_name, state, document }: AdInvoiceRow): Promise<Buffer> => {
  const { from, to, ...text } = document;
  return await invoicePdf(account_key, {
    ...{ ...text, brand: account_name, seller: from, customer: to },
    banner: state === 'void' ? 'This invoice is void.' : '',
  });
};
