import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import * as service from './providers.service.ts';

/** Handlers of ad servers: those of the portal, and those of an account. */
export const adProvidersRoutes = (kernel: Kernel): Handlers<'adProviders'> => ({
  ofPortal: () => service.portalProviders(kernel),
  createForPortal: ({ body, who }) => service.createProvider(kernel, null, body, who),
  changeForPortal: ({ params, body, who }) => service.changeProvider(kernel, null, params.providerId, body, who),
  removeForPortal: ({ params, who }) => service.removeProvider(kernel, null, params.providerId, who),
  tryForPortal: ({ params }) => service.tryProvider(kernel, null, params.providerId),
  list: ({ params }) => service.accountProviders(kernel, params.id),
  create: ({ params, body, who }) => service.createProvider(kernel, params.id, body, who),
  change: ({ params, body, who }) => service.changeProvider(kernel, params.id, params.providerId, body, who),
  remove: ({ params, who }) => service.removeProvider(kernel, params.id, params.providerId, who),
  try: ({ params }) => service.tryProvider(kernel, params.id, params.providerId),
});
