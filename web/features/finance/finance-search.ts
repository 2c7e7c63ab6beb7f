import { revenueFrequencies } from '#contract/api/finance.ts';
import { dayParam, idParam, oneOfParam, patternParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';
import { frames } from './frames.ts';

/** The key of a campaign or a station, or the number of a break. */
const key = idParam(120);

export const revenueTypes = ['total', 'audio', 'display'] as const;
export type RevenueType = (typeof revenueTypes)[number];

/**
 * The URL state of revenue (spec §4): this month, monthly and all ads unless given. `first` and `last` are the days of a number that was
 * opened, and campaign, station and break the steps to what it consists of.
 */
export const RevenueSearch = searchParams({
  ...TableSearch.params,
  frame: oneOfParam(frames),
  from: dayParam,
  to: dayParam,
  by: oneOfParam(revenueFrequencies),
  type: oneOfParam(revenueTypes),
  currency: patternParam(/^[A-Z]{3}$/),
  first: dayParam,
  last: dayParam,
  campaign: key,
  station: key,
  break: key,
});
export type RevenueSearch = SearchOf<typeof RevenueSearch>;

/** The URL state of invoices: the statement that an invoice is made of, and the table's. */
export const InvoiceSearch = searchParams({
  ...TableSearch.params,
  statement: patternParam(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
});
