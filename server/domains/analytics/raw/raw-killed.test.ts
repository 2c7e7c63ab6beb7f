import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { rawData as api } from '#contract/api/raw-data.ts';
import { userAgents } from '#shared/agents/user-agent.ts';
import { mmdbGeo, packagedDatabases } from '#server/engines/geo/mmdb.ts';
import { testClickHouse, type TestClickHouse } from '#server/testing/clickhouse.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { untilUnlocked } from '#server/testing/until-unlocked.ts';
import { slicesOf, testSpool } from '../testing/listening.ts';
import { store } from '../spool-consumer.ts';
import { archiveFile, reportFile } from './raw-files.ts';

/* Files whose process is killed while it makes them. */

const now = Date.UTC(2026, 10, 21, 13, 40);
const today = { from_date: '2026-11-21', to_date: '2026-11-21' };
const child = join(import.meta.dirname, '../../../testing/raw-data-child.ts');
let clickhouse: TestClickHouse;
let portal: TestPortal;
let spool: Awaited<ReturnType<typeof testSpool>>;
let client: TestClient;
let account: AccountKey;
let key: StationKey;

beforeAll(async () => {
  [clickhouse, spool] = await Promise.all([testClickHouse({ withTables: true }), testSpool('token')]);
  const config = { clickhouseUrl: clickhouse.url, engineUrl: spool.url, engineToken: 'token' };
  portal = await testPortal({ config, clock: { now: () => new Date(now) } });
  account = await portal.make.account();
  key = await portal.make.station(account);
  const person = await portal.make.person();
  await portal.make.accountMember(account, person, 'owner');
  client = await portal.as(person);
  const events = [now - 3_600_000, now - 30 * 86_400_000].flatMap((from) =>
    slicesOf({ station: key, account, from, to: from + 60_000 }),
  );
  const parts = { geo: mmdbGeo(packagedDatabases()), agents: userAgents(), secrets: portal.kernel.secrets };
  await store({ clickhouse: clickhouse.client, ...parts }, { engine: 'e', batch: 1, events });
});
afterAll(async () => {
  await portal.close();
  spool.close();
  await clickhouse.drop();
});

/** Has another process make a file, until it is killed. */
const killedAt = async (...what: string[]): Promise<NodeJS.Signals | null> => {
  const args = [child, JSON.stringify(portal.kernel.config), String(now), ...what];
  const process_ = spawn(process.execPath, args, { stdio: 'inherit' });
  const [, signal] = (await once(process_, 'exit')) as [number | null, NodeJS.Signals | null];
  return signal;
};
const report = async () => (await client.ok(api.reports, { params: { key } })).reports[0];
const months = async () => (await client.ok(api.archives, { params: { key } })).files;

it('are made again by the next process, with a single e-mail', { timeout: 120_000 }, async () => {
  const { id } = await client.ok(api.mailStationReport, { params: { key }, body: { ...today, kind: 'sessions' } });
  const interval = { station_key: key, from_month: '2026-10', until_month: '2026-10' };
  await portal.kernel.db.insertInto('raw_archive_intervals').values(interval).execute();
  expect(await killedAt('report', id)).toBe('SIGKILL');
  expect(await killedAt('archive', key, '2026-10')).toBe('SIGKILL');
  expect(await portal.kernel.storage.size(reportFile(id))).toBeGreaterThan(0);
  expect(await portal.kernel.storage.size(archiveFile(key, '2026-10'))).toBeGreaterThan(0);
  expect((await report())?.state).toBe('waiting');
  expect(await months()).toEqual([]);
  for (const what of [`raw report ${id}`, `raw archive ${key} 2026-10`]) await untilUnlocked(portal.kernel.db, what);
  await portal.startJobs();
  await expect.poll(async () => (await report())?.state, { timeout: 60_000 }).toBe('ready');
  await expect.poll(async () => (await months()).length, { timeout: 60_000 }).toBe(1);
  expect(await months()).toMatchObject([{ period: '2026-10', rows: 1 }]);
  const emails = () => portal.mails.filter(({ messageId }) => messageId === `raw-report-${id}`).length;
  await expect.poll(emails, { timeout: 60_000 }).toBe(1);
});
