import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AgentEngine } from '#server/engines/agents/port.ts';
import type { GeoEngine } from '#server/engines/geo/port.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Fleet } from '#server/kernel/fleet.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { movedAway } from '#server/domains/fleet/fleet.service.ts';
import { clusterSettings } from '#server/platform/clickhouse/dialect.ts';
import { portalSettings } from '#server/platform/settings.ts';
import { forgetAddressKeys } from './analytics.repo.ts';
import { fleetSessions, type FleetSessions } from './engine-sessions.ts';
import { trackLookup } from './royalty/royalty.repo.ts';
import { workForgetting } from './forget-stations.ts';
import { forgetOldSessions } from './forget-old-sessions.ts';
import { startReportCache } from './report-cache/fill-report-cache.work.ts';
import { mergeRollups } from './rollups.ts';
import { startSongDays } from './songs/song-days.ts';
import { startSpoolConsumer, type ConsumerDeps } from './spool-consumer.ts';
import type { PriceSpots } from './revenue-tables.service.ts';

/** What analytics depends on: ClickHouse, the engines' sessions, the location database and the user-agent parser. */
export type Analytics = {
  clickhouse: ClickHouseClient;
  engine: FleetSessions;
  geo: GeoEngine;
  agents: AgentEngine;
};

const requestMs = 60_000;

/**
 * Creates the analytics dependencies from the operator's configuration; connects on first use. Close with
 * `clickhouse.close()`.
 */
export const createAnalytics = (
  { config, fleet }: { config: Pick<Config, 'clickhouseUrl' | 'clickhouseCluster'>; fleet: Fleet },
  engines: { geo: GeoEngine; agents: AgentEngine },
): Analytics => ({
  clickhouse: createClient({
    ...(config.clickhouseUrl === '' ? {} : { url: config.clickhouseUrl }),
    request_timeout: requestMs,
    // Acknowledged rows are in their table whatever the server's profile says: deduplication tokens rely on it.
    clickhouse_settings: { async_insert: 0, ...(config.clickhouseCluster && clusterSettings) },
    // The caller logs failed queries.
    log: { level: ClickHouseLogLevel.OFF },
  }),
  engine: fleetSessions(fleet),
  ...engines,
});

const nightlyKeys = '17 3 * * *';
const nightlyCleanup = '47 3 * * *';
const nightlyMerge = '7 4 * * *';

/**
 * Records listening in this process unless another process does, and deletes outdated address keys, sessions and rollup
 * parts nightly.
 */
export const workAnalytics = async (
  kernel: Pick<Kernel, 'db' | 'log' | 'secrets' | 'jobs' | 'clock'>,
  analytics: Analytics & Pick<ConsumerDeps, 'heardTickets'> & { priceSpots: PriceSpots },
): Promise<{ stop(): Promise<void> }> => {
  await kernel.jobs.every('forget-address-keys', nightlyKeys, () => forgetAddressKeys(kernel.db, kernel.clock.now()));
  await kernel.jobs.every('forget-old-sessions', nightlyCleanup, async () => {
    const { listening_days: days } = await portalSettings(kernel.db);
    await forgetOldSessions(analytics.clickhouse, days, kernel.clock.now());
  });
  await workForgetting({ ...kernel, ...analytics });
  await kernel.jobs.every('merge-sums', nightlyMerge, () => mergeRollups(analytics.clickhouse));
  const workers = [
    startSpoolConsumer({
      ...{ ...kernel, ...analytics, ...analytics.engine, lookupTracks: trackLookup(kernel.db) },
      ...(analytics.engine.spools.length > 1 && {
        movedAway: (engine: string, stations: readonly StationKey[]) => movedAway(kernel.db, engine, stations),
      }),
      priceSpots: (heard) => analytics.priceSpots(kernel.db, heard),
    }),
    startSongDays({ ...kernel, ...analytics }),
    startReportCache({ ...kernel, ...analytics }),
  ];
  return { stop: async () => void (await Promise.all(workers.map((one) => one.stop()))) };
};
