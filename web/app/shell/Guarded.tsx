import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { mayDo } from '#contract/rules/permissions.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Redirect } from '#web/ui/Redirect.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { checkAccess } from '../access.ts';

/** Redirects from a page that the user may not see, or whose key is malformed or unknown (spec §2). */
export const Guarded = ({ children }: { children: ReactNode }) => {
  const { data: me, isFetching } = useSuspenseQuery(meQuery);
  const matches = useMatches();
  const params = (matches.at(-1)?.params ?? {}) as { accountKey?: AccountKey; stationKey?: StationKey };
  const roles = rolesOf(me, params);
  // Only paths that lead elsewhere declare nothing.
  const may = matches.findLast(({ staticData }) => staticData.page)?.staticData.page?.may ?? 'anyone';
  const verdict = checkAccess({ may, params }, roles);
  const { accountKey, stationKey } = verdict === 'open' ? params : {};
  // An account of the user's own exists.
  const isOwn = me.rights.accounts.some(({ key }) => key === accountKey);
  const account = useQuery({
    ...accountQuery(accountKey ?? ('' as AccountKey)),
    enabled: accountKey !== undefined && !isOwn && mayDo('account.read', roles),
    throwOnError: false,
  });
  const station = useQuery({
    ...stationQuery(stationKey ?? ('' as StationKey)),
    enabled: stationKey !== undefined && accountKey !== undefined,
    throwOnError: false,
  });
  // A right granted just now comes with the answer that is being fetched.
  if (verdict === 'forbidden') return isFetching ? <ScreenSkeleton /> : <Redirect to="/forbidden" />;
  if (verdict === 'badRequest') return <Redirect to="/bad-request" />;
  const isForeign = accountKey !== undefined && station.data !== undefined && station.data.account_key !== accountKey;
  if (isNotFound(account.error) || isNotFound(station.error) || isForeign) return <Redirect to="/not-found" />;
  return <>{children}</>;
};

const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
