import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal } from '#server/testing/portal.ts';

const [hour, day] = [3_600_000, 86_400_000];

/** A portal with a station with audio ads whose listeners are added by `listen`; its clock stands still. */
export const marketWorld = async (now: number) => {
  const clickhouse = await testClickHouse({ withTables: true });
  const portal = await testPortal({ config: { clickhouseUrl: clickhouse.url }, clock: { now: () => new Date(now) } });
  const account = await portal.make.account();
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  await portal.kernel.db.updateTable('accounts').set({ campaigns_enabled: true }).where('key', '=', account).execute();

  /** A listener of each of these hours of the day (UTC), for so many days. */
  const listen = async (
    station: StationKey,
    { hours, days = 28, city = 'Athens', os = 'iOS' }: { hours: number[]; days?: number; city?: string; os?: string },
  ): Promise<void> => {
    const values = Array.from({ length: days }, (_, i) => i + 1).flatMap((ago) =>
      hours.map((clock) => {
        const since = Math.floor(now / day) * day - ago * day + clock * hour;
        return {
          ...{
            engine: 'e',
            session: `${city}-${String(ago)}-${String(clock)}`,
            n: 0,
            station,
            account,
            started: since,
            since,
          },
          ...{
            until: since + hour,
            bytes: 1,
            first: 1,
            last: 1,
            address: city.length,
            country: 'GR',
            region: 'Attica',
          },
          ...{ city, os, device: 'mobile', player: 'VLC', referer: '', output: 'stream' },
        };
      }),
    );
    await clickhouse.client.insert({ table: 'slices', values, format: 'JSONEachRow' });
  };
  return {
    ...{ portal, account, listen, clickhouse: clickhouse.client },
    owner: await portal.as(person),
    deps: { ...portal.kernel, clickhouse: clickhouse.client },
    station: async (of: AccountKey = account): Promise<StationKey> => {
      const key = await portal.make.station(of);
      await portal.kernel.db.updateTable('stations').set({ audioads: true }).where('key', '=', key).execute();
      return key;
    },
    close: async () => {
      await portal.close();
      await clickhouse.drop();
    },
  };
};
export type MarketWorld = Awaited<ReturnType<typeof marketWorld>>;
