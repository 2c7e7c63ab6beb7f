import { createRoute, redirect } from '@tanstack/react-router';
import { InvoiceSearch, RevenueSearch } from '#web/features/finance/finance-search.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { account } from './account-routes.tsx';
import { screen, shell } from './shell-route.tsx';

/* The finance pages of an account, and the portal's list of invoices to pay. */

const frame = createRoute({
  getParentRoute: () => account,
  path: 'finance',
  component: screen(() => import('#web/features/finance/FinanceFrame.tsx'), 'FinanceFrame'),
});
const index = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/finance/analytics', params, replace: true });
  },
});
const analytics = createRoute({
  getParentRoute: () => frame,
  path: 'analytics',
  validateSearch: RevenueSearch,
  component: screen(() => import('#web/features/finance/RevenueScreen.tsx'), 'RevenueScreen'),
});
const invoice = createRoute({
  getParentRoute: () => frame,
  path: 'invoice',
  validateSearch: InvoiceSearch,
  component: screen(() => import('#web/features/finance/InvoiceScreen.tsx'), 'InvoiceScreen'),
});

export const financePages = frame.addChildren([index, analytics, invoice]);

export const openInvoices = createRoute({
  getParentRoute: () => shell,
  path: '/portal/ad-invoices',
  validateSearch: TableSearch,
  component: screen(() => import('#web/features/finance/OpenInvoicesScreen.tsx'), 'OpenInvoicesScreen'),
});
