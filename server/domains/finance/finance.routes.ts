import type { ClickHouseClient } from '@clickhouse/client';
import type { Brand } from '#contract/rules/brand.ts';
import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { payInvoice, sendInvoice, voidInvoice } from './invoices/change-invoice.ts';
import { createInvoice, previewInvoice } from './invoices/create-invoice.ts';
import { sendInvoiceFile } from './invoices/invoice-file.ts';
import { listInvoices, listSent } from './invoices/invoices.repo.ts';
import { presentInvoice } from './invoices/present-invoice.ts';
import { breaksOf, impressionsOf } from './revenue/impressions.ts';
import { financeOverview, hasFinancialData, partsOf, revenueOf } from './revenue/revenue.ts';
import { statementDays, statementOf, statementsOf } from './statements/statements.ts';

type Deps = { analytics: { clickhouse: ClickHouseClient }; brand: Brand };

/** Handlers of an account's revenue, statements and invoices. */
export const financeRoutes = (kernel: Kernel, { analytics, brand }: Deps): Handlers<'finance'> => {
  const { db } = kernel;
  const deps = { ...kernel, clickhouse: analytics.clickhouse, brand };
  const which = ({ id, invoiceId }: { id: Parameters<typeof statementOf>[1]; invoiceId: string }) => ({
    account: id,
    id: invoiceId,
  });
  return {
    hasFinancialData: async ({ params }) => ({ hasFinancialData: await hasFinancialData(deps, params.id) }),
    revenue: ({ params, query }) => revenueOf(deps, params.id, params.frequency, query),
    overview: ({ params }) => financeOverview(deps, params.id),
    breakdown: ({ params, query: { by, ...query } }) =>
      by === 'break' ? breaksOf(deps, params.id, query) : partsOf(deps, params.id, by, query),
    impressions: ({ params, query }) => impressionsOf(deps, params.id, query),
    statements: ({ params, query }) => statementsOf(db, params.id, query),
    statement: ({ params, query }) => statementOf(db, params.id, params.statementId, query),
    statementDays: ({ params }) => statementDays(db, params.id, params.statementId),
    invoices: async ({ params, query }) => {
      const { rows, total } = await listInvoices(db, params.id, query);
      return { entities: rows.map(presentInvoice), total };
    },
    previewInvoice: ({ params, body }) => previewInvoice(deps, params.id, body),
    createInvoice: ({ params, body, who }) => createInvoice(deps, params.id, body, who),
    invoicePdf: ({ params, reply }) => sendInvoiceFile(db, which(params), reply),
    sendInvoice: ({ params }) => sendInvoice(deps, which(params)),
    payInvoice: async ({ params, auditDetails }) => {
      const paid = await payInvoice(deps, { id: params.invoiceId });
      auditDetails.account = paid.account.key;
      return paid;
    },
    voidInvoice: ({ params }) => voidInvoice(deps, which(params)),
    openInvoices: async ({ query }) => {
      const { rows, total } = await listSent(db, query);
      return { entities: rows.map(presentInvoice), total };
    },
  };
};
