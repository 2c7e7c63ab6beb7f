import { infiniteQueryOptions } from '@tanstack/react-query';
import { portal } from '#contract/portal.ts';
import { call } from '#web/lib/call.ts';

export type AuditAsk = {
  search: string | undefined;
  action: string | undefined;
  from: string | undefined;
  to: string | undefined;
};

/** Who did what, the latest first; each page goes on where the one before ended. */
export const auditQuery = (ask: AuditAsk) =>
  infiniteQueryOptions({
    queryKey: ['portal', 'audit', ask],
    queryFn: ({ signal, pageParam }) => call(portal.audit, { query: { ...ask, before: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
