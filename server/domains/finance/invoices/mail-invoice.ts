import { amountText } from '#contract/rules/money.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { fileName, pdfOf } from './invoice-file.ts';
import { monthText, numberText } from './invoice-text.ts';
import { findInvoice } from './invoices.repo.ts';

const job = 'finance.mailInvoice';
const minute = 60;

/** Queues the mailing of an invoice, in the transaction that sends it. */
export const sendMailJob = ({ jobs }: Pick<Kernel, 'jobs'>, tx: Tx, invoice: string): Promise<void> =>
  jobs.send(job, { invoice }, { singletonKey: invoice, tx });

type Deps = Pick<Kernel, 'db' | 'mail' | 'config'>;

/** Mails invoices from this process, one at a time. */
export const workInvoices = async (deps: Deps & Pick<Kernel, 'jobs'>): Promise<void> =>
  await deps.jobs.work(job, { concurrency: 1, retries: 5, expireS: 5 * minute, givenUp: 'listed' }, ({ invoice }) =>
    mailInvoice(deps, String(invoice)),
  );

/** Mails an invoice that was sent, as PDF; a repeated job mails it once. */
const mailInvoice = async ({ db, mail, config }: Deps, id: string): Promise<void> => {
  const row = await findInvoice(db, { account: undefined, id });
  if (row?.state !== 'sent') return;
  const [number, amount] = [numberText(row), amountText(row.amount_minor, row.currency)];
  await mail.send({
    to: row.brd_email,
    subject: `Invoice ${number} of ${row.account_name}`,
    paragraphs: [
      `${row.account_name} has sent invoice ${number} of ${amount} for the audio ads that its audience heard in ${monthText(row.month)}. It is attached as PDF.`,
    ],
    action: { label: 'Open the invoice', url: `${config.publicUrl}/accounts/${row.account_key}/finance/invoice` },
    attachments: [{ filename: fileName(row), type: 'application/pdf', content: await pdfOf(row) }],
    messageId: `ad-invoice.${row.id}`,
  });
};
