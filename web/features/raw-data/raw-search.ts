import { dateParam, idParam, oneOfParam, searchParams, textParam, type SearchOf } from '#web/lib/search-params.ts';
import { NamedTablesSearch, TableSearch } from '#web/ui/table/table-search.ts';

/** The periods of raw data (spec §4). */
export const rawPeriods = ['range', 'thisMonth', 'previousMonth', 'twoMonthsAgo'] as const;
export type RawPeriodName = (typeof rawPeriods)[number];

const value = textParam(300);
const key = idParam(40);

/** The URL state of the raw data pages; defaults to this month's sessions. */
export const RawSearch = searchParams({
  ...TableSearch.params,
  ...NamedTablesSearch.params,
  /** Of the sessions shown: their state and attributes. */
  only: oneOfParam(['listening', 'ended']),
  ...{ country: value, city: value, device: value, player: value, system: value, output: value, referer: value },
  station: key,
  podcast: key,
  period: oneOfParam(rawPeriods),
  /** Start of a date range. */
  from: dateParam,
  to: dateParam,
  kind: oneOfParam(['sessions', 'plays']),
  /** A file linked in an e-mail. */
  report: key,
});
export type RawSearch = SearchOf<typeof RawSearch>;
