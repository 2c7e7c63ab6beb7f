import * as z from 'zod/mini';
import { textParam } from '#web/lib/search-params.ts';

const day = z.catch(z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/))), undefined);

/** The filters of the audit log as URL state; days are in the browser's time zone. */
export const AuditSearch = z.object({
  search: textParam(100),
  action: z.catch(z.optional(z.string().check(z.maxLength(100))), undefined),
  from: day,
  to: day,
});
export type AuditSearch = z.infer<typeof AuditSearch>;
