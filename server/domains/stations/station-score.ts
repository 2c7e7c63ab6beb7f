import type { ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import { scoreItems, type ScoreItemId, type StationScore } from '#contract/api/station-score.ts';
import { wasEverLive } from '#server/domains/analytics/broadcasts.service.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { scoreFacts } from './score.repo.ts';
import type { StationsDeps } from './stations.service.ts';

type Deps = StationsDeps & Pick<Kernel, 'log'> & { clickhouse: ClickHouseClient };

/** How complete a station is, item by item (contract/api/station-score.ts). */
export const stationScore = async (deps: Deps, key: StationKey): Promise<StationScore> => {
  const facts = (await scoreFacts(deps.db, key)) ?? refuse('station.notFound');
  const live = deps.live.latest(key);
  const done: Record<ScoreItemId, boolean> = {
    ...facts,
    onAir: live?.status === 'active' && live.source !== 'none',
    encoder: live?.source === 'live' || (await hadEncoder(deps, key)),
  };
  const items = scoreItems.map((item) => ({ ...item, done: done[item.id] }));
  const sum = (points: number[]) => points.reduce((all, one) => all + one, 0);
  return {
    score: sum(items.filter((item) => item.done).map(({ points }) => points)),
    max: sum(items.map(({ points }) => points)),
    items,
  };
};

/** Whether an encoder was ever connected; without ClickHouse, past broadcasts are unknown and count as none. */
const hadEncoder = async ({ clickhouse, log }: Deps, key: StationKey): Promise<boolean> =>
  await wasEverLive(clickhouse, [key]).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'station score computed without past broadcasts');
    return false;
  });
