import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { mayDo } from '#contract/permissions.ts';
import { accountQuery } from '#web/parts/account-queries.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { judge } from '../access.ts';

// Made once: `Navigate` goes again for each new element, and each step of a navigation draws this anew.
const toForbidden = <Navigate to="/forbidden" replace />;
const toBadRequest = <Navigate to="/bad-request" replace />;
const toNotFound = <Navigate to="/not-found" replace />;

/** Leads away from a page that the person may not see, whose key is none, or names nothing (spec §2). */
export const Guarded = ({ children }: { children: ReactNode }) => {
  const { data: me, isFetching } = useSuspenseQuery(meQuery);
  const leaf = useMatches().at(-1);
  const params = (leaf?.params ?? {}) as { accountKey?: AccountKey; stationKey?: StationKey };
  const roles = rolesOf(me, params);
  const verdict = judge({ route: leaf?.fullPath ?? '/', params }, roles);
  const { accountKey, stationKey } = verdict === 'open' ? params : {};
  const account = useQuery({
    ...accountQuery(accountKey ?? ('' as AccountKey)),
    enabled: accountKey !== undefined && mayDo('account.read', roles),
    throwOnError: false,
  });
  const station = useQuery({
    ...stationQuery(stationKey ?? ('' as StationKey)),
    enabled: stationKey !== undefined && accountKey !== undefined,
    throwOnError: false,
  });
  // Somebody who has just been let in somewhere is known by the next answer.
  if (verdict === 'forbidden') return isFetching ? <ScreenSkeleton /> : toForbidden;
  if (verdict === 'badRequest') return toBadRequest;
  const isElsewhere = accountKey !== undefined && station.data !== undefined && station.data.account_key !== accountKey;
  if (isNothing(account.error) || isNothing(station.error) || isElsewhere) return toNotFound;
  return <>{children}</>;
};

const isNothing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
