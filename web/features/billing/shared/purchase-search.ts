import * as z from 'zod/mini';
import { intervals } from '#contract/plans.ts';
import { textParam } from '#web/lib/search-params.ts';

/** The URL state of pages that sell: what is chosen, and how the customer came back from a payment page. */
export const PurchaseSearch = z.object({
  interval: z.catch(z.optional(z.enum(intervals)), undefined),
  /** Stations of the plan that is priced by station. */
  stations: z.catch(z.optional(z.number().check(z.int(), z.gte(1), z.lte(1000))), undefined),
  /** The price that is being bought. */
  buy: textParam(100),
  /** A promo code. */
  code: textParam(60),
  checkout: z.catch(z.optional(z.enum(['done', 'cancelled'])), undefined),
});
export type PurchaseSearch = z.infer<typeof PurchaseSearch>;

/** Of the upgrade page; portal administrators assign plans there, unless they buy one as the account would. */
export const UpgradeSearch = z.extend(PurchaseSearch, {
  as: z.catch(z.optional(z.literal('customer')), undefined),
});
