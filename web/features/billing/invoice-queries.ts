import { keepPreviousData } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { payments } from '#contract/api/payments.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';
import { saveFile } from '#web/lib/save-file.ts';

export const invoicesQuery = (id: AccountKey, page: { limit: number; offset: number }) =>
  endpointQuery(payments.invoices, { params: { id }, query: page }, { placeholderData: keepPreviousData });

/** Pays an open invoice with the card on file. */
export const usePayInvoice = (id: AccountKey) =>
  useAction({
    failure: 'invoice.payFailed',
    mutationFn: (invoiceId: string) => call(payments.pay, { params: { id, invoiceId } }),
  });

/** Opens the payment provider's page for the card, or for everything it stores of the account. */
export const useBillingPortal = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (flow: 'card' | 'all') =>
      call(payments.portal, { params: { id }, body: { returnPath: `/accounts/${id}/subscriptions/billing`, flow } }),
    onSuccess: ({ url }) => location.assign(url),
  });

/** Downloads an invoice as PDF. */
export const useDownloadInvoice = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (invoiceId: string) => call(payments.link, { params: { id, invoiceId } }),
    onSuccess: ({ url }) => location.assign(url),
  });

/** Downloads all invoices as CSV. */
export const useDownloadInvoices = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: async () => (await call(payments.invoicesCsv, { params: { id } })).blob(),
    onSuccess: (csv) => saveFile(csv, 'invoices.csv'),
  });
