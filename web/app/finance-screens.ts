import type { Screen } from './station-screens.ts';

/** The screens of finance: revenue, invoices, and what the portal has to pay. */
export const financeScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/finance/analytics',
    file: 'web/features/finance/RevenueScreen.tsx',
    endpoints: ['finance.overview', 'finance.revenue', 'finance.breakdown', 'finance.impressions', 'accounts.stations'],
  },
  {
    route: '/accounts/{accountKey}/finance/invoice',
    file: 'web/features/finance/InvoiceScreen.tsx',
    endpoints: [
      'finance.overview',
      'finance.statements',
      'finance.statement',
      'finance.statementDays',
      'finance.invoices',
      'finance.previewInvoice',
      'finance.createInvoice',
      'finance.sendInvoice',
      'finance.payInvoice',
      'finance.voidInvoice',
      'finance.invoicePdf',
      'accounts.invoiceSettings',
      'accounts.stations',
    ],
  },
  {
    route: '/portal/ad-invoices',
    file: 'web/features/finance/OpenInvoicesScreen.tsx',
    endpoints: ['finance.openInvoices', 'finance.payInvoice', 'finance.invoicePdf'],
  },
];
