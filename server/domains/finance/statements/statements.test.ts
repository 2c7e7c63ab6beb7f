import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { finance } from '#contract/api/finance.ts';
import type { AccountKey, CampaignKey, StationKey } from '#contract/rules/keys.ts';
import { eraseAccount } from '#server/domains/accounts/purge.repo.ts';
import { financeWorld, impression, type FinanceWorld } from '../testing/finance-world.ts';
import { checkStatements } from './check-statements.ts';
import { closeStatements } from './close-statements.ts';
import { statementHash } from './statement-hash.ts';
import { linesOf, unstated } from './statement-lines.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let world: FinanceWorld;
let earner: AccountKey;
let station: StationKey;
let campaign: CampaignKey;

beforeAll(async () => {
  world = await financeWorld('2026-09-01T00:00:00Z');
  earner = await world.portal.make.account({ company: 'Waves' });
  station = await world.station(earner, 'Europe/Athens');
  campaign = await world.campaign(await world.portal.make.account(), 900);
  // 0.123 cents an impression.
  await world.setRate(earner, 123);
});
afterAll(() => world.close());

const hear = async (count: number, at: string) =>
  await world.record(
    Array.from({ length: count }).flatMap((_, i) =>
      impression({ station, account: earner, campaign, at: Date.parse(at) + i }),
    ),
  );
const statements = async () =>
  (await world.admin.ok(finance.statements, { params: { id: earner } })).entities.map(
    ({ month, impressions, amount, revenue }) => [month, impressions, amount, revenue],
  );

test('a month is closed on the third of the next, once the engine has delivered it, and never again', async () => {
  // Half an hour before October in Athens, which is still September in UTC; the last one is in October.
  await hear(1000, '2026-09-20T10:00:00Z');
  await hear(15, '2026-09-30T20:30:00Z');
  await hear(7, '2026-09-30T21:00:00Z');
  world.setClock('2026-10-02T20:59:00Z');
  await closeStatements(world.deps);
  expect(await statements()).toEqual([]);

  world.setClock('2026-10-02T21:00:00Z');
  const batch = {
    engine: 'e',
    batch: 1,
    unread: 0,
    events: impression({ station, account: earner, campaign, at: Date.parse('2026-09-30T20:59:59Z') }),
  };
  await closeStatements({
    ...world.deps,
    engine: { spools: [{ id: 'engine', engine: { next: async () => batch } as never }] },
  });
  expect(await statements()).toEqual([]);

  await closeStatements(world.deps);
  await closeStatements(world.deps);
  // 1015 × 1230 micros are 124.845 cents.
  expect(await statements()).toEqual([['2026-09', 1015, 125, 1.248_45]]);
});

test('what arrives late is a correction in the next statement, also what is taken back', async () => {
  await hear(10, '2026-09-21T10:00:00Z');
  const late = impression({ station, account: earner, campaign, at: Date.parse('2026-09-20T10:00:00Z') });
  await world.record([{ ...late[0]!, cut: true }]);
  world.setClock('2026-11-03T12:00:00Z');
  await closeStatements(world.deps);
  expect(await statements()).toEqual([
    ['2026-10', 16, 2, 0.019_68],
    ['2026-09', 1015, 125, 1.248_45],
  ]);
  const { entities } = await world.admin.ok(finance.statements, { params: { id: earner } });
  const params = { id: earner, statementId: entities[0]!.id };
  const { lines } = await world.admin.ok(finance.statement, { params });
  expect(
    lines.map(({ month, impressions, amount, campaignName }) => [month, impressions, amount, campaignName]),
  ).toEqual([
    ['2026-10', 7, 1, 'Spring sale'],
    ['2026-09', 9, 1, 'Spring sale'],
  ]);
  const second = await world.admin.ok(finance.statement, { params, query: { limit: 1, offset: 1 } });
  expect([second.lines.map(({ month }) => month), second.total]).toEqual([['2026-09'], 2]);
});

test('the hash is of the sorted days, and the script finds any change', async () => {
  const [row] = await world.db.selectFrom('ad_statements').selectAll().where('month', '=', '2026-10').execute();
  const text = [
    [earner, '2026-10', 'USD', 'Europe/Athens'],
    ['2026-09-20', station, campaign, -1, -1230],
    ['2026-09-21', station, campaign, 10, 12_300],
    ['2026-10-01', station, campaign, 7, 8610],
  ]
    .map((fields) => `${fields.join('\t')}\n`)
    .join('');
  expect(row!.sha256).toBe(createHash('sha256').update(text).digest('hex'));

  const checked: string[] = [];
  expect(await checkStatements(world.db, (line) => checked.push(line))).toEqual({ checked: 2, wrong: 0 });
  expect(checked.join('\n')).toContain(`ok     ${earner} 2026-09 USD`);
  const forge = () => sql`update ad_statement_days set micros = micros + 1 where day = '2026-10-01'`.execute(world.db);
  await expect(forge()).rejects.toThrow('append-only');
  await expect(world.db.deleteFrom('ad_statements').execute()).rejects.toThrow('append-only');
  await sql`alter table ad_statement_days disable trigger user`.execute(world.db);
  await forge();
  expect(await checkStatements(world.db, (line) => checked.push(line))).toEqual({ checked: 2, wrong: 1 });
  await sql`update ad_statement_days set micros = micros - 1 where day = '2026-10-01'`.execute(world.db);
  await sql`alter table ad_statement_days enable trigger user`.execute(world.db);
});

test('statements outlive the station and the account', async () => {
  await world.db.deleteFrom('stations').where('key', '=', station).execute();
  await world.db.transaction().execute((tx) => eraseAccount(tx, earner, world.clock.now()));
  const kept = await world.db.selectFrom('ad_statement_lines').select(['station_name', 'campaign_name']).execute();
  expect(kept).toHaveLength(3);
  expect(kept[0]!.station_name).toMatch(/^Station /);
});

const day = (date: string, micros: number, campaign_key = 'c-1') => ({
  ...{ day: date, station_key: 's-1', campaign_key, impressions: micros / 100, micros },
});

test('lines are rounded once, half to even, and negative ones alike', () => {
  expect(linesOf([day('2026-10-01', 12_500), day('2026-10-02', 12_500)], 'USD')[0]!.amount_minor).toBe(2);
  const amounts = [25_000, 35_000, 25_001, -25_000, -35_000].map(
    (micros) => linesOf([day('2026-10-01', micros)], 'USD')[0]!.amount_minor,
  );
  expect(amounts).toEqual([2, 4, 3, -2, -4]);
  expect(linesOf([day('2026-10-01', 1_500_000)], 'JPY')[0]!.amount_minor).toBe(2);
  expect(linesOf([day('2026-10-01', 1500)], 'KWD')[0]!.amount_minor).toBe(2);
});

test('a stated day whose rows are gone is not taken back', () => {
  const stated = [day('2026-09-01', 500), day('2026-09-02', 700)];
  const totals = [day('2026-09-02', 600), day('2026-10-01', 100)];
  const recorded = new Set(['2026-09-02', '2026-10-01']);
  expect(unstated(totals, stated, recorded).map(({ day: date, micros }) => [date, micros])).toEqual([
    ['2026-09-02', -100],
    ['2026-10-01', 100],
  ]);
});

test('a hash does not depend on the order of days', () => {
  const head = { account_key: 'a-1', month: '2026-10', currency: 'USD', timezone: 'UTC' };
  const days = [day('2026-10-02', 1), day('2026-10-01', 2), day('2026-10-01', 3, 'c-2')];
  expect(statementHash(head, days)).toBe(statementHash(head, days.toReversed()));
  expect(statementHash({ ...head, currency: 'EUR' }, days)).not.toBe(statementHash(head, days));
});
