import { dateParam, idParam, oneOfParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** Reports cover months (spec §4 "raw-stat periods") or any range of dates. */
export const royaltyPeriods = ['thisMonth', 'previousMonth', 'twoMonthsAgo', 'custom'] as const;
export type RoyaltyPeriod = (typeof royaltyPeriods)[number];
/** The filters of the list of recordings. */
export const listings = ['incomplete', 'sent', 'all'] as const;
export type Listing = (typeof listings)[number];

/** The URL state of the page. */
export const RoyaltySearch = searchParams({
  ...TableSearch.params,
  period: oneOfParam(royaltyPeriods),
  /** Start date of a custom period. */
  from: dateParam,
  to: dateParam,
  station: idParam(40),
  list: oneOfParam(listings),
});
export type RoyaltySearch = SearchOf<typeof RoyaltySearch>;
