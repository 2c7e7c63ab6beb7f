import { join } from 'node:path';
import { pino } from 'pino';
import type { StationKey } from '#contract/rules/keys.ts';
import { createAnalytics } from '#server/domains/analytics/analytics.work.ts';
import { makeArchive } from '#server/domains/analytics/raw/raw-archives.ts';
import { makeReport } from '#server/domains/analytics/raw/raw-reports.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import type { Config } from '#server/kernel/config.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { diskStorage } from '#server/kernel/storage/disk.ts';

/*
 * Prepares a raw data file in a separate process, which is killed when the file is stored but not recorded:
 * `raw-data-child.ts <config as JSON> <now> report <id>`, or `… archive <station> <month>`.
 */

const [given = '{}', now = '0', what, which = '', month = ''] = process.argv.slice(2);
const config = JSON.parse(given) as Config;
const { db } = connectDatabase(config.databaseUrl, 3);
const storage = diskStorage(join(config.dataDir, 'files'));
const deps = {
  ...createAnalytics(
    { config, fleet: createFleet({ config, db }) },
    { geo: mmdbGeo(packagedDatabases()), agents: userAgents() },
  ),
  config,
  db,
  log: pino({ level: 'silent' }),
  clock: { now: () => new Date(Number(now)) },
  secrets: databaseSecrets(db),
  mail: {} as Kernel['mail'],
  storage: {
    ...storage,
    async putFile(...file: Parameters<typeof storage.putFile>) {
      await storage.putFile(...file);
      process.kill(process.pid, 'SIGKILL');
    },
  },
};
await (what === 'report' ? makeReport(deps, which) : makeArchive(deps, which as StationKey, month));
