import type { AccountKey } from '#contract/rules/keys.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { usePayInvoice } from './invoice-queries.ts';

/** Pays an open invoice with the card on file; leads to the provider's page if the customer must confirm the payment. */
export const usePay = (accountKey: AccountKey) => {
  const payInvoice = usePayInvoice(accountKey);
  return {
    isPaying: payInvoice.isPending,
    pay: (invoiceId: string) =>
      payInvoice.mutate(invoiceId, {
        onSuccess: ({ next }) => (next ? location.assign(next.url) : toastSuccess('Thank you. The invoice is paid.')),
      }),
  };
};
