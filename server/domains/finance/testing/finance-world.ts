import { randomUUID } from 'node:crypto';
import { brand } from '#brands/skywave/brand.ts';
import { accounts } from '#contract/api/accounts.ts';
import type { EngineEvent, SpotEvent } from '#contract/engine/engine.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { store } from '#server/domains/analytics/spool-consumer.ts';
import { newKey } from '#server/kernel/keys.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal } from '#server/testing/portal.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { priceSpots } from '../prices/price-spots.service.ts';

const place = { country: 'GR', region: 'Attica', city: 'Athens', latitude: 0, longitude: 0 };
const geo = {
  locate: async () => place,
  pinpoint: async () => place,
  pinpointAll: async (addresses: readonly string[]) => addresses.map(() => place),
};

type Heard = Pick<SpotEvent, 'station' | 'account' | 'campaign' | 'at'> & Partial<SpotEvent>;

/** A portal with ClickHouse whose clock stands still until it is moved. */
export const financeWorld = async (now: string) => {
  const clickhouse = await testClickHouse({ withTables: true });
  let at = Date.parse(now);
  const clock = { now: () => new Date(at) };
  const portal = await testPortal({ clock, config: { clickhouseUrl: clickhouse.url } });
  const { db } = portal.kernel;
  const admin = await portal.as(await portal.make.person({ admin: true }));
  let batch = 0;
  const engine = { spools: [{ id: 'engine', engine: { next: async () => undefined } as never }] };
  return {
    ...{ portal, admin, db, clock, clickhouse: clickhouse.client },
    deps: { ...portal.kernel, clickhouse: clickhouse.client, engine, brand },
    setClock: (to: string) => (at = Date.parse(to)),
    station: async (account: AccountKey, zone: string): Promise<StationKey> => {
      const key = await portal.make.station(account);
      await db.updateTable('stations').set({ default_timezone: zone }).where('key', '=', key).execute();
      return key;
    },
    campaign: async (account: AccountKey, priceMicros: number, over: { name?: string; currency?: string } = {}) => {
      const key = newKey('campaign');
      await db
        .insertInto('campaigns')
        .values({
          ...{
            key,
            account_key: account,
            name: 'Spring sale',
            category: 'other',
            impression_limit: 1000,
            timezone: 'UTC',
          },
          ...{
            start_date: '2026-01-01',
            end_date: '2026-12-31',
            rate_limiting: '{}',
            positions: ['mid'],
            network: true,
          },
          ...{ price_micros: priceMicros, currency: 'USD', ...over },
        })
        .execute();
      return key;
    },
    /** Sets what an account earns for a thousand impressions, from now on. */
    setRate: async (account: AccountKey, cpmRate: number): Promise<void> => {
      const { status } = await admin.call(accounts.setInvoiceSettings, {
        body: {
          accountKey: account,
          accountName: 'Κύματα FM',
          referenceNumber: 'KY-7',
          mount: 'kymata',
          cpmRate,
          brdEmail: '',
        },
      });
      if (status !== 200) throw new Error(`The rate was refused with ${status}.`);
    },
    /** Stores a batch of the engine; `again` repeats one, `unpriced` is a portal from before prices were stored. */
    record: async (events: EngineEvent[], { again, unpriced = false }: { again?: number; unpriced?: boolean } = {}) => {
      const number = again ?? ++batch;
      const recorder = { clickhouse: clickhouse.client, geo, agents: userAgents(), secrets: portal.kernel.secrets };
      const prices = unpriced ? {} : { priceSpots: (heard: Parameters<typeof priceSpots>[1]) => priceSpots(db, heard) };
      await store({ ...recorder, ...prices }, { engine: 'engine', batch: number, events });
      return number;
    },
    close: async () => {
      await portal.close();
      await clickhouse.drop();
    },
  };
};
export type FinanceWorld = Awaited<ReturnType<typeof financeWorld>>;

/** What the engine reports of a spot that a listener heard to its first quarter. */
export const impression = (of: Heard): SpotEvent[] => {
  const session = randomUUID();
  return ([0, 1] as const).map((quartile) => ({
    ...{ type: 'spot', session, ip: '192.0.2.1', user_agent: 'VLC/3.0', referer: '', output: 'stream' },
    ...{ break_id: 'b1', slot: 0, kind: 'mid' },
    ...of,
    quartile,
  }));
};

export type Of = { account: AccountKey; station: StationKey; campaign: CampaignKey };
