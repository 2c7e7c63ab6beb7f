import { portalRoutes } from '../resources/billing-portal.ts';
import { catalogRoutes } from '../resources/catalog.ts';
import { checkoutRoutes } from '../resources/checkout-sessions.ts';
import { customerRoutes } from '../resources/customers.ts';
import { invoiceRoutes } from '../resources/invoices.ts';
import { promotionRoutes } from '../resources/promotions.ts';
import { subscriptionRoutes } from '../resources/subscriptions.ts';
import { clockRoutes } from '../resources/test-clocks.ts';
import type { Route } from './route.ts';

/** Every endpoint that the client calls, and no other; `GET events` is read without a world (`events.ts`). */
const routes: readonly Route[] = [
  ...customerRoutes,
  ...catalogRoutes,
  ...promotionRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...checkoutRoutes,
  ...portalRoutes,
  ...clockRoutes,
];

/** The route of a request, with the ids in its path. */
export const matchRoute = (
  method: string,
  segments: readonly string[],
): { route: Route; ids: readonly string[] } | undefined => {
  for (const route of routes) {
    if (route.method !== method || route.path.length !== segments.length) continue;
    if (!route.path.every((part, at) => part.startsWith(':') || part === segments[at])) continue;
    return { route, ids: segments.filter((_, at) => route.path[at]?.startsWith(':')) };
  }
  return undefined;
};
