import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { sql } from 'kysely';
import { controllerLock } from '#server/domains/fleet/fleet-controller.work.ts';
import type { RunningServices } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { startProduct, type Product } from '../../../e2e/product.ts';
import { forwardPort, type ForwardedPort } from './forward-port.ts';
import type { Network, PortalName } from './network.ts';
import type { Parts } from './parts.ts';

export type Portals = {
  product: Product;
  db: Db;
  clickhouse: ClickHouseClient;
  /** The host whose portal places stations. */
  placingHost(): Promise<PortalName>;
  areReady(): Promise<boolean>;
  close(): Promise<void>;
};

/**
 * The product with its databases on this host, and a second portal on another, which reaches the databases at this host's address.
 * Both run jobs, so either may be the one that places stations.
 */
export const openPortals = async (
  network: Network,
  parts: Parts,
  { folder, settings }: { folder: string; settings: Record<string, string> },
): Promise<Portals> => {
  const product = await startProduct({ ...settings, PORT: '8080' });
  const { dataDir, admin } = product;
  const services = JSON.parse(readFileSync(join(dataDir, 'run', 'services.json'), 'utf8')) as RunningServices;
  const { db } = connectDatabase(services.databaseUrl, 4);
  const clickhouse = createClient({ url: services.clickhouseUrl });
  const forwarded: ForwardedPort[] = [];
  const close = async (): Promise<void> => {
    for (const { stop } of forwarded) stop();
    await clickhouse.close();
    await db.destroy();
    await product.stop();
  };
  try {
    const here = network.addressOf('portal');
    const reached = async (url: string): Promise<string> => {
      const port = await forwardPort(here, Number(new URL(url).port));
      forwarded.push(port);
      return Object.assign(new URL(url), { hostname: here, port: String(port.port) }).href;
    };
    const own = join(folder, 'portal2');
    await mkdir(own);
    // Portals on one disk have its files in common, as on a shared volume.
    await symlink(join(dataDir, 'files'), join(own, 'files'));
    await parts.start('portal2', 'server/portal.ts', {
      ...{ ...settings, PORT: '8080', DATA_DIR: own, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
      DATABASE_URL: await reached(services.databaseUrl),
      CLICKHOUSE_URL: await reached(services.clickhouseUrl),
    });
    const ownPorts = forwarded[0]!.ownPorts;
    return {
      ...{ product, db, clickhouse, close },
      placingHost: async () => (ownPorts.has(await holderOf(db)) ? 'portal2' : 'portal'),
      async areReady() {
        const hosts = ['portal', 'portal2'] as const;
        const replies = await Promise.all(hosts.map((host) => fetch(`http://${network.addressOf(host)}:8080/readyz`)));
        return replies.every(({ ok }) => ok);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
};

/** The port from which the process that places stations reaches the database; throws while there is none. */
const holderOf = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ port: number }>`
    select client_port as port from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted and classid = 0 and objid = ${controllerLock}::bigint::oid`.execute(db);
  const holder = rows[0];
  if (!holder) throw new Error('No portal places stations.');
  return holder.port;
};
