import { pino } from 'pino';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { createFleet } from '#server/domains/fleet/fleet.service.ts';
import { parseEngines } from '#server/kernel/fleet.ts';
import { createAnalytics } from '#server/domains/analytics/analytics.work.ts';
import { startSpoolConsumer } from '#server/domains/analytics/spool-consumer.ts';
import { isClusterTested } from './given-clickhouse.ts';

/*
 * The consumer in a separate process, for tests that kill it:
 * `spool-consumer-child.ts <database> <clickhouse> <engine> <token> [dies before it acknowledges]`.
 */

const [database = '', clickhouseUrl = '', engineUrl = '', engineToken = '', dies] = process.argv.slice(2);
const { db } = connectDatabase(database, 3);
const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents() };
const fleet = createFleet({ config: { engines: parseEngines(engineUrl), engineToken }, db });
const analytics = createAnalytics({ config: { clickhouseUrl, clickhouseCluster: isClusterTested }, fleet }, parts);
const { engine } = analytics.engine.spools[0]!;
const acknowledge = async (batch: number): Promise<void> => {
  if (dies) process.kill(process.pid, 'SIGKILL');
  await engine.acknowledge(batch);
};
startSpoolConsumer({
  db,
  log: pino({ level: 'silent' }),
  secrets: databaseSecrets(db),
  ...analytics,
  spools: [{ id: 'engine', engine: { ...engine, acknowledge } }],
});
