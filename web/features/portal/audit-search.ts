import { dateParam, idParam, searchParams, textParam, type SearchOf } from '#web/lib/search-params.ts';

/** The filters of the audit log as URL state; days are in the browser's time zone. */
export const AuditSearch = searchParams({
  search: textParam(100),
  action: idParam(100),
  from: dateParam,
  to: dateParam,
});
export type AuditSearch = SearchOf<typeof AuditSearch>;
