import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The periods of spec §4, and any range of dates. */
export const periods = [
  'today',
  'yesterday',
  'thisWeek',
  'previousWeek',
  'thisMonth',
  'previousMonth',
  'custom',
] as const;
export type Period = (typeof periods)[number];

const date = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);

/** The URL state of an analytics page. */
export const PeriodSearch = z.extend(TableSearch, {
  period: z.catch(z.optional(z.enum(periods)), undefined),
  /** Start date of a custom period. */
  from: date,
  to: date,
  station: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  podcast: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  by: z.catch(z.optional(z.enum(['minute', 'hour', 'day'])), undefined),
  /** Periods are compared unless this is false. */
  compare: z.catch(z.optional(z.literal(false)), undefined),
});
export type PeriodSearch = z.infer<typeof PeriodSearch>;
