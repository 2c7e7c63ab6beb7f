import { randomUUID } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import type { AccountKey } from '#contract/rules/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { isRecorded, type FleetSessions } from '#server/domains/analytics/is-recorded.service.ts';
import { runExclusive } from '#server/kernel/db/run-exclusive.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { nextDate, startOfDay } from '#server/kernel/time-zone.ts';
import { isMissingTable } from '#server/platform/clickhouse/query.ts';
import { monthAfter, monthAt, monthPeriod } from '#server/platform/months.ts';
import { accountTerms, namesOf } from '../finance.repo.ts';
import { priceOldSpots } from '../prices/price-old-spots.ts';
import { financeZone } from '../revenue/revenue.ts';
import { byDay, earnersSince, firstEarned } from '../revenue/revenue-queries.ts';
import { statementHash, type StatementDay, type StatementHead } from './statement-hash.ts';
import { linesOf, unstated } from './statement-lines.ts';
import { insertStatement, latestMonth, statedDays } from './statements.repo.ts';

export type ClosingDeps = Pick<Kernel, 'db' | 'clock' | 'log'> & {
  clickhouse: ClickHouseClient;
  engine: Pick<FleetSessions, 'spools'>;
};

/** A month is closed on the third day after it: until then what was recorded of it arrives. */
const closesAfterDays = 2;
/** How far corrections reach back: engines and podcasts deliver within days. */
const correctedDays = 100;
/** How many days are read at once: a query returns at most 200,000 rows. */
const daysAtOnce = 10;
/** Accounts that earned nothing for longer have no month to close. */
const idleDays = 400;

/**
 * Closes every month that is due: each account that earned something gets its statement, with corrections of the months before. What is
 * closed is never changed. Waits while an engine still holds events of the month. It may be interrupted anywhere and run again.
 */
export const closeStatements = async (deps: ClosingDeps): Promise<void> =>
  await runExclusive(deps, 'finance statements', async () => {
    await priceOldSpots(deps);
    const now = deps.clock.now().getTime();
    for (const account of await earnersSince(deps.clickhouse, now - idleDays * dayMs))
      await closeAccount(deps, account).catch((error: unknown) => {
        if (!isMissingTable(error)) deps.log.error({ err: error, account }, 'could not close a statement; retrying');
      });
  });

const closeAccount = async (deps: ClosingDeps, account: AccountKey): Promise<void> => {
  const zone = await financeZone(deps.db, account);
  const now = deps.clock.now().getTime();
  for (const month of await monthsDue(deps, account, zone, now)) {
    if (!(await isRecorded(deps.engine, monthPeriod(month, zone).end, now))) return;
    await closeMonth(deps, account, zone, month);
  }
};

/** The months without a statement that have closed, oldest first: since the latest one, else since something was earned. */
const monthsDue = async (
  { db, clickhouse }: ClosingDeps,
  account: AccountKey,
  zone: string,
  now: number,
): Promise<string[]> => {
  const latest = await latestMonth(db, account);
  const first = latest === undefined ? await firstEarned(clickhouse, account) : undefined;
  if (latest === undefined && first === undefined) return [];
  const from = latest === undefined ? monthAt(zone, first!) : monthAfter(latest);
  const months: string[] = [];
  for (let month = from; monthPeriod(month, zone).end + closesAfterDays * dayMs <= now; month = monthAfter(month))
    months.push(month);
  return months;
};

const closeMonth = async (deps: ClosingDeps, account: AccountKey, zone: string, month: string): Promise<void> => {
  const { db, clickhouse } = deps;
  const { end } = monthPeriod(month, zone);
  const days = daysBefore(end, zone);
  const totals = await totalsOf(clickhouse, account, days, end);
  const recorded = new Set(totals.map(({ day }) => day));
  const stated = await statedDays(db, account, days[0]!.date);
  const currencies = new Set([...totals, ...stated].map(({ currency }) => currency));
  const statements = [...currencies].sort().flatMap((currency) => {
    const inCurrency = <T extends { currency: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.currency === currency).map(({ currency: _, ...row }) => row);
    const fresh = unstated(inCurrency(totals), inCurrency(stated), recorded);
    return fresh.length === 0 ? [] : [{ head: { account_key: account, month, currency, timezone: zone }, days: fresh }];
  });
  const prepared = await Promise.all(statements.map((statement) => prepare(deps, statement)));
  // In one transaction: the latest stated month tells which is the next.
  await db.transaction().execute(async (tx) => {
    for (const { row, days: stating, lines } of prepared) await insertStatement(tx, row, stating, lines);
  });
};

const prepare = async (
  { db, clock }: ClosingDeps,
  { head, days }: { head: StatementHead & { account_key: AccountKey }; days: readonly StatementDay[] },
) => {
  const terms = await accountTerms(db, head.account_key);
  const sums = linesOf(days, head.currency);
  const names = await namesOf(
    db,
    sums.flatMap(({ station_key, campaign_key }) => [station_key, campaign_key]),
  );
  const lines = sums.map((line) => ({
    ...line,
    station_name: names.get(line.station_key)?.name ?? '',
    campaign_name: names.get(line.campaign_key)?.name ?? '',
  }));
  const total = (name: 'impressions' | 'micros' | 'amount_minor'): number =>
    lines.reduce((sum, line) => sum + line[name], 0);
  const row = {
    ...{ id: randomUUID(), ...head, account_name: terms?.name ?? '', closed_at: clock.now() },
    ...{ impressions: total('impressions'), micros: total('micros'), amount_minor: total('amount_minor') },
    sha256: statementHash(head, days),
  };
  return { row, days, lines };
};

/** The days before a time that are still corrected, with their starts. */
const daysBefore = (end: number, zone: string): { date: string; start: number }[] => {
  const days: { date: string; start: number }[] = [];
  let date = new Date(end - correctedDays * dayMs).toISOString().slice(0, 10);
  for (let start = startOfDay(zone, date); start < end; start = startOfDay(zone, date)) {
    days.push({ date, start });
    date = nextDate(date);
  }
  return days;
};

const totalsOf = async (
  clickhouse: ClickHouseClient,
  account: AccountKey,
  days: readonly { date: string; start: number }[],
  end: number,
): Promise<(StatementDay & { currency: string })[]> => {
  const dates = new Map(days.map(({ date, start }) => [start, date]));
  const totals: (StatementDay & { currency: string })[] = [];
  for (let i = 0; i < days.length; i += daysAtOnce) {
    const starts = days.slice(i, i + daysAtOnce).map(({ start }) => start);
    const range = { start: starts[0]!, end: days[i + daysAtOnce]?.start ?? end };
    for (const { start, station, campaign, unit, n, micros } of await byDay(clickhouse, { account, range }, starts))
      totals.push({
        ...{ day: dates.get(start)!, station_key: station, campaign_key: campaign, currency: unit },
        ...{ impressions: n, micros },
      });
  }
  return totals;
};
