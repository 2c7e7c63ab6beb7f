import type { QueryClient } from '@tanstack/react-query';
import type { Action } from '#contract/rules/permissions.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { meQuery, rolesOf } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import type { Prefetch } from '#web/lib/prefetch.ts';
import { checkAccess } from './access.ts';

type Opened = {
  may: Action | 'anyone';
  queries: QueryClient;
  params: Readonly<Record<string, string | undefined>>;
  search: object;
};

/**
 * Begins the calls of a screen as soon as its code is there, if the user may open it and its module exports `prefetch`: the
 * first rendering has their answers instead of a skeleton. Returns when the rendering need not wait any longer.
 */
export const prefetchScreen = async (load: () => Promise<object>, opened: Opened): Promise<void> => {
  const { may, queries, params, search } = opened;
  try {
    const [{ prefetch }, me] = await Promise.all([
      loadChunk(load) as Promise<{ prefetch?: Prefetch }>,
      queries.ensureQueryData(meQuery),
    ]);
    const roles = rolesOf(me, params as { accountKey?: AccountKey; stationKey?: StationKey });
    if (checkAccess({ may, params }, roles) === 'open') await prefetch?.({ queries, params, search });
  } catch {
    // The screen itself, which needs the same, shows why it failed.
  }
};
