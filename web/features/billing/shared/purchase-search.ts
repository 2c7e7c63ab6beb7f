import { intervals } from '#contract/rules/plans.ts';
import { oneOfParam, searchParams, textParam, wholeParam, type SearchOf } from '#web/lib/search-params.ts';

/** The URL state of pages that sell: what is chosen, and how the customer came back from a payment page. */
export const PurchaseSearch = searchParams({
  interval: oneOfParam(intervals),
  /** Stations of the plan that is priced by station. */
  stations: wholeParam(1, 1000),
  /** The price that is being bought. */
  buy: textParam(100),
  /** A promo code. */
  code: textParam(60),
  checkout: oneOfParam(['done', 'cancelled']),
});
export type PurchaseSearch = SearchOf<typeof PurchaseSearch>;

/** Of the upgrade page; portal administrators assign plans there, unless they buy one as the account would. */
export const UpgradeSearch = searchParams({ ...PurchaseSearch.params, as: oneOfParam(['customer']) });
