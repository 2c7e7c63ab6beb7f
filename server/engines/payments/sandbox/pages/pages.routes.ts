import type { FastifyInstance } from 'fastify';
import type { SandboxDeps } from '../sandbox.ts';
import { checkoutPages } from './checkout.pages.ts';
import { invoicePages } from './invoice.pages.ts';
import { portalPages } from './portal.pages.ts';
import { mountScope } from './scope.ts';

/**
 * The pages that a provider would host, at `/sandbox/`. Anyone with a page's URL may use it, as at the provider: its id is a secret. Nothing
 * is stored of a card but brand, last four digits and expiry.
 */
export const mountPages = (app: FastifyInstance, deps: SandboxDeps): void =>
  mountScope(app, deps, (scope, pages) => {
    checkoutPages(scope, pages);
    invoicePages(scope, pages);
    portalPages(scope, pages);
  });
