import * as z from 'zod/mini';

/** The selected day in the URL; the newest without one. */
export const LoggerSearch = z.object({
  day: z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), undefined),
});
