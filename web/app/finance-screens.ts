import { createRoute, redirect } from '@tanstack/react-router';
import { InvoiceSearch, RevenueSearch } from '#web/features/finance/finance-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-screens.ts';
import { frame, screen } from './screen.ts';
import { shell } from './shell-route.ts';

/* The finance pages of an account, and the portal's list of invoices to pay. */

const layout = frame({
  parent: account,
  path: 'finance',
  load: () => import('#web/features/finance/FinanceFrame.tsx'),
  name: 'FinanceFrame',
  title: 'Finance',
  may: 'account.readFinance',
  nav: { of: 'account', icon: 'coins' },
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/finance/analytics', params, replace: true });
  },
});

const analytics = screen({
  parent: layout,
  path: 'analytics',
  load: () => import('#web/features/finance/RevenueScreen.tsx'),
  name: 'RevenueScreen',
  title: 'Revenue',
  may: 'account.readFinance',
  search: RevenueSearch,
  calls: ['finance.overview', 'finance.revenue', 'finance.breakdown', 'finance.impressions', 'accounts.stations'],
});

const invoice = screen({
  parent: layout,
  path: 'invoice',
  load: () => import('#web/features/finance/InvoiceScreen.tsx'),
  name: 'InvoiceScreen',
  title: 'Create invoice',
  may: 'account.readFinance',
  search: InvoiceSearch,
  calls: [
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
});

export const openInvoices = screen({
  parent: shell,
  path: '/portal/ad-invoices',
  load: () => import('#web/features/finance/OpenInvoicesScreen.tsx'),
  name: 'OpenInvoicesScreen',
  title: 'Advertising invoices',
  may: 'portal.read',
  flag: 'advertising',
  search: TableSearch,
  nav: { of: 'portal', icon: 'fileInvoice' },
  calls: ['finance.openInvoices', 'finance.payInvoice', 'finance.invoicePdf'],
});

export const financePages = layout.addChildren([index, analytics, invoice]);
