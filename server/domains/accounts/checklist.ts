import type { ClickHouseClient } from '@clickhouse/client';
import type * as z from 'zod/mini';
import type { Checklist } from '#contract/api/accounts.ts';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { wasEverLive } from '#server/domains/analytics/broadcasts.service.ts';
import type { LiveHub } from '#server/platform/live-hub.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { completedSteps } from './checklist.repo.ts';

type Deps = Pick<Kernel, 'db' | 'log'> & { live: LiveHub; clickhouse: ClickHouseClient };

/** The first steps of a new account, in order. What makes a station complete is in its score. */
export const checklist = async (deps: Deps, account: AccountKey): Promise<z.infer<typeof Checklist>> => {
  const { stations, ...done } = await completedSteps(deps.db, account);
  const onAir = done.onAir || (await hasBroadcast(deps, stations));
  return {
    steps: [
      { id: 'station', done: done.station },
      { id: 'onAir', done: onAir },
      { id: 'plan', done: done.plan },
    ],
  };
};

/** Whether an encoder was ever connected; without ClickHouse, past broadcasts are unknown and count as none. */
const hasBroadcast = async ({ live, clickhouse, log }: Deps, stations: StationKey[]): Promise<boolean> => {
  if (stations.some((key) => live.latest(key)?.source === 'live')) return true;
  if (stations.length === 0) return false;
  return await wasEverLive(clickhouse, stations).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'checklist computed without past broadcasts');
    return false;
  });
};
