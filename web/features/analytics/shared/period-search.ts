import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

export const periods = ['today', 'yesterday', 'thisWeek', 'previousWeek', 'thisMonth', 'previousMonth'] as const;
export type Period = (typeof periods)[number];

/** An analytics page's state in the URL. */
export const PeriodSearch = z.extend(TableSearch, {
  period: z.catch(z.optional(z.enum(periods)), undefined),
  station: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  podcast: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  by: z.catch(z.optional(z.enum(['minute', 'hour'])), undefined),
});
export type PeriodSearch = z.infer<typeof PeriodSearch>;
