import type { Brand } from '#contract/rules/brand.ts';
import type { Payments } from '#server/engines/payments/port.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { sendInvoice } from './invoice-file.ts';
import { invoiceLink } from './invoice-link.ts';
import { invoiceRows } from './invoice-rows.ts';
import { presentInvoice } from './invoices.presenter.ts';
import { countInvoices, invoicesOf } from './invoices.repo.ts';
import { billingOverview } from './overview.ts';

type Deps = Kernel & { payments: Payments; brand: Brand };

/** Handlers of an account's invoices and of the page "Billing"; everything but a link's URL comes from our copies. */
export const invoicesRoutes = (
  deps: Deps,
): Pick<Handlers<'billing'>, 'overview' | 'invoices' | 'invoicesCsv' | 'link' | 'pdf'> => ({
  overview: ({ params }) => billingOverview(deps, params.id),
  invoices: async ({ params, query }) => {
    const [rows, total] = await Promise.all([invoicesOf(deps.db, params.id, query), countInvoices(deps.db, params.id)]);
    return { entities: rows.map(presentInvoice), total };
  },
  invoicesCsv: ({ params }) => ({ filename: 'invoices.csv', rows: invoiceRows(deps.db, params.id) }),
  link: ({ params, who }) => invoiceLink(deps, { account: params.id, invoice: params.invoiceId, who }),
  pdf: ({ params, reply }) => sendInvoice(deps, { account: params.id, invoice: params.invoiceId }, reply),
});
