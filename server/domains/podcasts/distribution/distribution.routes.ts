import type { Handlers } from '#server/kernel/http/handler.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { changeDistribution, checkNow, distributionOf } from './distribution.service.ts';

/** Handlers of the distribution endpoints. */
export const distributionRoutes = (kernel: Kernel): Handlers<'distribution'> => ({
  get: ({ params }) => distributionOf(kernel, params.key),
  set: ({ params, body }) => changeDistribution(kernel, params.key, body),
  check: ({ params }) => checkNow(kernel, params.key, params.platform),
});
