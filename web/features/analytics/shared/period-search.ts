import { periods } from '#contract/rules/analytics-period.ts';
import { dateParam, idParam, oneOfParam, searchParams, textParam, type SearchOf } from '#web/lib/search-params.ts';
import { OpenPartsSearch } from '#web/ui/use-open-parts.ts';
import { NamedTablesSearch, TableSearch } from '#web/ui/table/table-search.ts';

const value = textParam(300);

/** What a report shows in its figures and tables; URL state, so that a link shows the same. */
export const ReportSearch = searchParams({
  ...NamedTablesSearch.params,
  ...OpenPartsSearch.params,
  /** The metric of the figure by time. */
  metric: textParam(40),
  /** The dimension shown of each part of the audience. */
  locations: oneOfParam(['country', 'city']),
  devices: oneOfParam(['device', 'player', 'system', 'output']),
});
export type ReportSearch = SearchOf<typeof ReportSearch>;

/** The URL state of an analytics page. */
export const PeriodSearch = searchParams({
  ...TableSearch.params,
  ...ReportSearch.params,
  // Filters (contract/api/audience-filter.ts).
  ...{ country: value, city: value, device: value, player: value, system: value, output: value, referer: value },
  period: oneOfParam(periods),
  /** Start date of a custom period. */
  from: dateParam,
  to: dateParam,
  station: idParam(40),
  podcast: idParam(40),
  episode: idParam(40),
  by: oneOfParam(['minute', 'hour', 'day']),
  /** Periods are compared unless this is false. */
  compare: oneOfParam([false]),
});
export type PeriodSearch = SearchOf<typeof PeriodSearch>;
