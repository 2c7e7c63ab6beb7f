import { portal } from '#contract/api/portal.ts';
import { call } from '#web/lib/call.ts';
import { endpointKey, pagedQuery } from '#web/lib/endpoint-query.ts';

export type AuditFilter = {
  search: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** The audit log, newest first, in cursor pages. */
export const auditQuery = (filter: AuditFilter) =>
  pagedQuery(
    endpointKey(portal.audit, { query: filter }),
    ({ signal, pageParam }) => call(portal.audit, { query: { ...filter, before: pageParam } }, { signal }),
    { initialPageParam: undefined as string | undefined, getNextPageParam: ({ next }) => next ?? undefined },
  );
