import * as z from 'zod/mini';
import { textParam } from '#web/lib/search-params.ts';
import { NamedTablesSearch, TableSearch } from '#web/ui/table/table-search.ts';

/** The periods of raw data (spec §4). */
export const rawPeriods = ['range', 'thisMonth', 'previousMonth', 'twoMonthsAgo'] as const;
export type RawPeriodName = (typeof rawPeriods)[number];

const value = textParam(300);
const date = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);
const key = z.catch(z.optional(z.string().check(z.maxLength(40))), undefined);

/** The URL state of the raw data pages; defaults to this month's sessions. */
export const RawSearch = z.extend(TableSearch, {
  ...NamedTablesSearch.shape,
  /** Of the sessions shown: their state and attributes. */
  only: z.catch(z.optional(z.enum(['listening', 'ended'])), undefined),
  ...{ country: value, city: value, device: value, player: value, system: value, output: value, referer: value },
  station: key,
  podcast: key,
  period: z.catch(z.optional(z.enum(rawPeriods)), undefined),
  /** Start of a date range. */
  from: date,
  to: date,
  kind: z.catch(z.optional(z.enum(['sessions', 'plays'])), undefined),
  /** A file linked in an e-mail. */
  report: key,
});
export type RawSearch = z.infer<typeof RawSearch>;
