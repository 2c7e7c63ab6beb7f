import * as z from 'zod/mini';

/** The periods of raw data (spec §4). */
export const rawPeriods = ['range', 'thisMonth', 'previousMonth', 'twoMonthsAgo'] as const;
export type RawPeriodName = (typeof rawPeriods)[number];

const date = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);
const key = z.catch(z.optional(z.string().check(z.maxLength(40))), undefined);

/** The URL state of the raw data pages; defaults to this month's sessions. */
export const RawSearch = z.object({
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
