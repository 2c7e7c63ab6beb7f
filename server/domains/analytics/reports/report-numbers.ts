import type { StatsReply } from '#contract/analytics.ts';
import { stationsNamed, stationsOf } from '../analytics.repo.ts';
import { statsOf, type StatsDeps } from '../stats.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import type { ScheduleRow } from './reports.repo.ts';

/** The numbers a report tells of: those of the analytics pages, by the same query, for its place and period. */
export const numbersOf = async (
  deps: StatsDeps & { db: Db },
  { station_key, account_key }: Pick<ScheduleRow, 'station_key' | 'account_key'>,
  period: { from_date: string; to_date: string },
): Promise<StatsReply> => {
  const isDay = period.from_date === period.to_date;
  const query = { ...period, frequency: isDay ? ('hour' as const) : ('day' as const) };
  const type = isDay ? 'day' : 'period';
  if (station_key) {
    const [station] = await stationsNamed(deps.db, [station_key]);
    return await statsOf(deps, [station_key], station?.zone ?? 'UTC', type, {
      ...query,
      include: ['audience', 'previous'],
    });
  }
  const include = ['audience', 'previous', 'stations'] as const;
  if (!account_key) return await statsOf(deps, 'every', 'UTC', type, { ...query, include });
  const own = await stationsOf(deps.db, account_key);
  const keys = own.map(({ key }) => key);
  return await statsOf(deps, keys, own[0]?.zone ?? 'UTC', type, { ...query, include });
};
