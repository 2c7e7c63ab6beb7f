import * as z from 'zod/mini';

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);

/** What of the audit log is wanted, as it stands in the URL; days are the browser's. */
export const AuditSearch = z.object({
  search: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  action: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  from: day,
  to: day,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
