import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** Reports cover months (spec §4 "raw-stat periods") or any range of dates. */
export const royaltyPeriods = ['thisMonth', 'previousMonth', 'twoMonthsAgo', 'custom'] as const;
export type RoyaltyPeriod = (typeof royaltyPeriods)[number];
/** The filters of the list of recordings. */
export const listings = ['incomplete', 'sent', 'all'] as const;
export type Listing = (typeof listings)[number];

const date = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);

/** The URL state of the page. */
export const RoyaltySearch = z.extend(TableSearch, {
  period: z.catch(z.optional(z.enum(royaltyPeriods)), undefined),
  /** Start date of a custom period. */
  from: date,
  to: date,
  station: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  list: z.catch(z.optional(z.enum(listings)), undefined),
});
export type RoyaltySearch = z.infer<typeof RoyaltySearch>;
