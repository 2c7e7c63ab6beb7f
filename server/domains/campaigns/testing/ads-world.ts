import { randomUUID } from 'node:crypto';
import { brand } from '#brands/skywave/brand.ts';
import { audioAds } from '#contract/api/audio-ads.ts';
import { campaigns } from '#contract/api/campaigns.ts';
import type { EngineEvent, SpotEvent } from '#contract/engine/engine.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { store } from '#server/domains/analytics/spool-consumer.ts';
import type { Outbound } from '#server/kernel/kernel.ts';
import { testClickHouse } from '#server/testing/clickhouse.ts';
import { testPortal } from '#server/testing/portal.ts';
import { adEngine } from '../plan/ad-engine.ts';
import { createPlanSender } from '../plan/send-plan.ts';
import { adEngineServer } from './ad-engine-server.ts';

const token = 'engine-token';
const places: Record<string, { country: string; region: string; city: string }> = {
  athens: { country: 'GR', region: 'Attica', city: 'Athens' },
  berlin: { country: 'DE', region: 'Berlin', city: 'Berlin' },
  boston: { country: 'US', region: 'Massachusetts', city: 'Boston' },
};
const nowhere = { country: '', region: '', city: '' };
const located = (ip: string) => ({ ...(places[ip] ?? nowhere), latitude: 0, longitude: 0 });
const geo = {
  locate: async (ip: string) => located(ip),
  pinpoint: async (ip: string) => located(ip),
  pinpointAll: async (addresses: readonly string[]) => addresses.map(located),
};

/** Noon of a Wednesday in winter: no test meets midnight, or a day of 23 or 25 hours. */
const begins = Date.UTC(2026, 10, 25, 12);

/** A portal with ClickHouse and an engine's advertising calls; its clock starts at a fixed time, and can be moved and stopped. */
export const adsWorld = async (given: { outbound?: Outbound } = {}) => {
  const [clickhouse, engine] = await Promise.all([testClickHouse({ withTables: true }), adEngineServer(token)]);
  const made = performance.now();
  let ahead = begins;
  let stopped: number | undefined;
  const passed = (): number => stopped ?? performance.now() - made;
  const clock = { now: () => new Date(Math.floor(ahead + passed())) };
  const portal = await testPortal({
    clock,
    ...given,
    config: { clickhouseUrl: clickhouse.url, engineUrl: engine.url, engineToken: token },
  });
  const { kernel } = portal;
  const deps = { ...kernel, clickhouse: clickhouse.client, brand, geo, agents: userAgents() };
  const newSender = () => createPlanSender({ ...deps, engine: adEngine(engine.url, token) });
  const admin = await portal.as(await portal.make.person({ admin: true }));
  let batch = 0;

  const record = async (events: EngineEvent[], again?: number): Promise<number> => {
    const number = again ?? ++batch;
    const recorder = { clickhouse: clickhouse.client, geo, agents: userAgents(), secrets: kernel.secrets };
    await store(recorder, { engine: engine.disk.engine, batch: number, events });
    return number;
  };
  return {
    ...{ portal, engine, admin, deps, clock, newSender, record },
    clickhouse: clickhouse.client,
    moveClock: (ms: number) => (ahead += ms),
    /** Stops the clock until the returned function is called; then it is as late as if it had not stood still. */
    stopClock: () => {
      stopped = passed();
      return () => void (stopped = undefined);
    },
    /** A station of the account with audio ads on. */
    station: async (account: AccountKey): Promise<StationKey> => {
      const key = await portal.make.station(account);
      const { version } = await admin.ok(audioAds.agreement, { params: { key } });
      await admin.ok(audioAds.agree, { params: { key }, body: { version, fullName: 'Ada Byron' } });
      await admin.ok(audioAds.set, { params: { key, status: 'enabled' } });
      return key;
    },
    /** A campaign with audio that is ready in one format. */
    campaign: async (account: AccountKey, over: Record<string, unknown> = {}): Promise<CampaignKey> => {
      await admin.ok(campaigns.enable, { params: { id: account }, body: { enabled: true } });
      const body = {
        ...{ campaignName: 'Spring sale', advertiser: 'Acme', impressionLimit: 1000, timezone: 'UTC' },
        ...{ startDate: '2026-01-01', endDate: '2098-01-31', ...over },
      };
      const { id } = await admin.ok(campaigns.create, { params: { id: account }, body });
      const creative = randomUUID();
      await kernel.db
        .insertInto('ad_creatives')
        .values({ id: creative, account_key: account, filename: 'spot.mp3', state: 'ready', duration_ms: 20_000 })
        .execute();
      await kernel.db
        .insertInto('ad_renditions')
        .values({
          ...{ creative_id: creative, codec: 'mp3', sample_rate: 44_100, channels: 2, bitrate: 128_000 },
          ...{ path: `spots/${creative}.mp3`, bytes: 320_000, frames: 766, duration_us: 20_009_796, sha256: 'aa' },
        })
        .execute();
      await kernel.db
        .updateTable('campaign_attempts')
        .set({ creative_id: creative })
        .where('campaign_key', '=', id)
        .execute();
      return id;
    },
    close: async () => {
      await portal.close();
      engine.close();
      await clickhouse.drop();
    },
  };
};
export type AdsWorld = Awaited<ReturnType<typeof adsWorld>>;

/** What the engine reports of one listener's spot up to a quarter. */
export const heard = (
  of: Pick<SpotEvent, 'station' | 'account' | 'campaign' | 'at'> & Partial<SpotEvent>,
  upTo: SpotEvent['quartile'],
): SpotEvent[] => {
  const session = randomUUID();
  const quarters = ([0, 1, 2, 3, 4] as const).filter((quartile) => quartile <= upTo);
  return quarters.map((quartile) => ({
    ...{ type: 'spot', session, ip: 'athens', user_agent: 'VLC/3.0', referer: '', output: 'stream' },
    ...{ break_id: 'b1', slot: 0, kind: 'mid' },
    ...of,
    quartile,
  }));
};
