import * as z from 'zod/mini';

/** The query parameter that requests the previous period, for statistics without other optional parts. */
export const PreviousIncluded = z._default(z.array(z.enum(['previous'])).check(z.maxLength(1)), []);

/**
 * The same number of days right before a period, if requested: what the period is compared with. Of a running period
 * only the part up to the same time of the same day; `stats` is null where that is unknown.
 */
export const previousOf = <S extends z.ZodMiniType>(stats: S) =>
  z.nullable(z.object({ from_date: z.string(), to_date: z.string(), is_part: z.boolean(), stats: z.nullable(stats) }));
