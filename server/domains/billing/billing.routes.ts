import type { Handlers } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

const notYet = (): never => refuse('request.unavailable', { part: 'This' });

/** The calls of billing. */
export const billingRoutes = (_kernel: Kernel): Handlers<'billing'> => ({
  ofAccount: notYet,
  ofStation: notYet,
  oneOfAccount: notYet,
  oneOfStation: notYet,
  cancelOfAccount: notYet,
  cancelOfStation: notYet,
  features: notYet,
  discounts: notYet,
  canUpdate: notYet,
  assign: notYet,
  request: notYet,
  withdrawRequest: notYet,
});
