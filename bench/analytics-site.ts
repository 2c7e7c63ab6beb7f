import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { startClickHouse } from '#server/engines/clickhouse/clickhouse.ts';
import { startBigPortal, type BigPortal } from './big-portal.ts';
import { end, freePort } from './programs.ts';
import { pause } from './process-figures.ts';
import { watch } from './watchdog.ts';
import { startEngine, type BenchEngine } from './servers.ts';

/** A portal with all that analytics needs: the embedded ClickHouse and an engine, each in its own process. */
export type AnalyticsSite = {
  portal: BigPortal;
  clickhouse: { client: ClickHouseClient; pid: number; url: string };
  engine: BenchEngine;
  /** Batches of the engine's spool that aren't acknowledged yet. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
};

const database = 'skywave';

/**
 * Starts them below `folder`; `prepare` fills the engine's data folder, above all its spool, before the engine starts.
 */
export const startAnalyticsSite = async (
  folder: string,
  size: { stations: number },
  prepare: (engineData: string) => void,
): Promise<AnalyticsSite> => {
  const dataDir = mkdtempSync(join(folder, 'analytics-'));
  const running = await startClickHouse({
    dataDir,
    port: freePort,
    password: 'for the bench',
    logFile: join(dataDir, 'clickhouse.log'),
  });
  const root = createClient({ url: running.url });
  await root.command({ query: `create database ${database}` });
  await root.close();
  const url = `${running.url}/${database}`;
  const client = createClient({ url, request_timeout: 600_000, log: { level: ClickHouseLogLevel.OFF } });
  const engineData = mkdtempSync(join(folder, 'engine-'));
  prepare(engineData);
  const engine = await startEngine(folder, { data: engineData });
  const { stations } = size;
  const unwatch = watch(running.pid);
  const portal = await startBigPortal(
    folder,
    { accounts: stations / 10, stations, users: stations, tracks: 100 },
    { clickhouseUrl: url, engineUrl: engine.control.url, engineToken: engine.control.token },
  );
  return {
    portal,
    engine,
    clickhouse: { client, pid: running.pid, url },
    waiting: () => spooledBatches(engine),
    async stop() {
      await portal.stop();
      await end(engine.child);
      await client.close();
      await running.stop();
      unwatch();
    },
  };
};

/** The portal creates the tables, rollups last, soon after its start. */
export const tablesExist = async ({ clickhouse }: AnalyticsSite, names: readonly string[]): Promise<void> => {
  const query = `select count() as n from system.tables where database = currentDatabase()
    and name in (${names.map((name) => `'${name}'`).join(',')})`;
  for (;;) {
    const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
    const [row] = await result.json<{ n: string }>();
    if (Number(row?.n) === names.length) return await pause(2000);
    await pause(500);
  }
};

const spooledBatches = async ({ control }: BenchEngine): Promise<number> => {
  const headers = { authorization: `Bearer ${control.token}` };
  const text = await (await fetch(`${control.url}/metrics`, { headers })).text();
  return Number(/spool_batches(?:\{.*?\})? (\d+)/.exec(text)?.[1] ?? 0);
};
