import * as z from 'zod/mini';
import { periods } from '#contract/analytics-period.ts';
import { textParam } from '#web/lib/search-params.ts';
import { OpenPartsSearch } from '#web/ui/use-open-parts.ts';
import { NamedTablesSearch, TableSearch } from '#web/ui/table/table-search.ts';

const date = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);

const value = textParam(300);

/** What a report shows in its figures and tables; URL state, so that a link shows the same. */
export const ReportSearch = z.extend(NamedTablesSearch, {
  ...OpenPartsSearch.shape,
  /** The metric of the figure by time. */
  metric: textParam(40),
  /** The dimension shown of each part of the audience. */
  locations: z.catch(z.optional(z.enum(['country', 'city'])), undefined),
  devices: z.catch(z.optional(z.enum(['device', 'player', 'system', 'output'])), undefined),
});
export type ReportSearch = z.infer<typeof ReportSearch>;

/** The URL state of an analytics page. */
export const PeriodSearch = z.extend(TableSearch, {
  ...ReportSearch.shape,
  // Filters (contract/audience-filter.ts).
  ...{ country: value, city: value, device: value, player: value, system: value, output: value, referer: value },
  period: z.catch(z.optional(z.enum(periods)), undefined),
  /** Start date of a custom period. */
  from: date,
  to: date,
  station: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  podcast: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  episode: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  by: z.catch(z.optional(z.enum(['minute', 'hour', 'day'])), undefined),
  /** Periods are compared unless this is false. */
  compare: z.catch(z.optional(z.literal(false)), undefined),
});
export type PeriodSearch = z.infer<typeof PeriodSearch>;
