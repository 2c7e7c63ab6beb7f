import type { ClickHouseClient } from '@clickhouse/client';
import { dayMs } from '#contract/rules/time.ts';
import type { RecentCall } from '#contract/api/ctl-stats.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { query } from '#server/platform/clickhouse/bind.ts';
import { singleThreaded } from '#server/platform/clickhouse/query.ts';
import { withQueryErrors } from '#server/platform/clickhouse/with-query-errors.ts';
import { countryName } from '#server/platform/country-name.ts';

const shown = 20;
const days = 90;

type Row = { id: string; began: number; country: string; answered: number; ended: number };

/** The last calls to a station within 90 days, the newest first; refuses like the statistics. */
export const recentCalls = async (
  { clickhouse, log, clock }: Pick<Kernel, 'log' | 'clock'> & { clickhouse: ClickHouseClient },
  station: StationKey,
): Promise<RecentCall[]> => {
  const since = Math.floor(clock.now().getTime() / 1000) * 1000 - days * dayMs;
  const rows = await withQueryErrors({ log }, [], () =>
    query<Row>(
      clickhouse,
      `select toString(call) as id, toFloat64(toUnixTimestamp64Milli(started)) as began, toString(country) as country,
        toFloat64(toUnixTimestamp64Milli(answered)) as answered, toFloat64(toUnixTimestamp64Milli(ended)) as ended
      from calls final
      where station = {station:String} and started >= {since:DateTime}
      order by began desc limit ${shown}`,
      { station, since },
      singleThreaded,
    ),
  );
  return rows.map(({ id, began, country, answered, ended }) => ({
    id,
    started: new Date(began).toISOString(),
    country,
    country_name: countryName(country),
    seconds: answered > 0 ? Math.max(0, Math.round((ended - answered) / 1000)) : null,
  }));
};
