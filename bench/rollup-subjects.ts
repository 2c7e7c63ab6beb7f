import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { createTables } from '#server/domains/analytics/clickhouse-tables.ts';
import { dayWatermarks } from '#server/domains/analytics/late-arrivals.ts';
import { computeDays } from '#server/domains/analytics/report-cache/compute-days.ts';
import { subjectOf } from '#server/domains/analytics/report-cache/subjects.ts';
import { mergeRollups } from '#server/domains/analytics/rollups.ts';
import { planReport } from '#server/domains/analytics/report-plan.ts';
import { timeseriesOf } from '#server/domains/analytics/timeseries.ts';
import { startClickHouse } from '#server/engines/clickhouse/clickhouse.ts';
import { queryRows } from '#server/platform/clickhouse/query.ts';
import { periodOf } from '#server/platform/period.ts';
import { fillListening, fillSettings } from './listening-fill.ts';
import { dateBefore, dayMs } from './periods.ts';
import { cpuSeconds } from './process-figures.ts';
import { freePort } from './programs.ts';
import type { Row } from './report.ts';
import { keyOf } from './spool-fill.ts';

type Size = { stations: number; days: number; sessions: number; rounds: number };

/** What a report may take at most (p95), in ms. */
const budgetMs = 100;
/** Events that arrive at once, and how many batches the ingestion is measured with. */
const [batchEvents, batches] = [30_000, 5];
const events = batches * batchEvents;

/**
 * ADR 43 in figures: rollups by hour with a subject (station, account, all stations) against the report cache, for the same
 * listening and the same reports, and what such a rollup costs each event.
 */
export const benchSubjects = async (folder: string, size: Size): Promise<Row[]> => {
  const dataDir = mkdtempSync(join(folder, 'subjects-'));
  const logFile = join(dataDir, 'clickhouse.log');
  const running = await startClickHouse({ dataDir, port: freePort, password: 'for the bench', logFile });
  const opened: ClickHouseClient[] = [];
  const database = async (name: string): Promise<ClickHouseClient> => {
    const root = createClient({ url: running.url });
    await root.command({ query: `create database ${name}` });
    await root.close();
    const client = createClient({ url: `${running.url}/${name}`, request_timeout: 600_000, log: { level: ClickHouseLogLevel.OFF } }); // oxfmt-ignore
    opened.push(client);
    await createTables(client);
    return client;
  };
  try {
    const filled = await database('filled');
    return [
      ...(await reportRows(running.pid, filled, size)),
      ...(await ingestionRows(running.pid, filled, {
        without: await database('without'),
        with: await database('with'),
      })),
    ];
  } finally {
    for (const client of opened) await client.close();
    await running.stop();
  }
};

const sketches = `addresses AggregateFunction(uniq, UInt64), estimate AggregateFunction(uniqCombined(13), UInt64)`;
const sums = ['ms', 'connected', 'disconnected', 'open_at_start'];

const subjectTable = `create table subject_hours (
    subject String, at DateTime('UTC'), ${sums.map((name) => `${name} SimpleAggregateFunction(sum, UInt64)`).join(', ')}, ${sketches}
  ) engine = AggregatingMergeTree partition by toYYYYMM(at) order by (subject, at) settings index_granularity = 256,
    non_replicated_deduplication_window = 10000`;

const selectSubjects = (from: string): string => `
  select subject, one.hour as at, one.ms as ms, one.connected as connected, one.disconnected as disconnected,
    one.open_at_start as open_at_start, one.addresses as addresses, one.estimate as estimate
  from (
    select station, account, toDateTime(toStartOfHour(since), 'UTC') as hour,
      sum(toUInt64(toUnixTimestamp64Milli(until) - toUnixTimestamp64Milli(since))) as ms, sum(toUInt64(first)) as connected,
      sum(toUInt64(last)) as disconnected,
      sum(toUInt64(first = 0 and toStartOfFifteenMinutes(since) = toStartOfHour(since))) as open_at_start,
      uniqState(address) as addresses, uniqCombinedState(13)(address) as estimate
    from ${from} group by station, account, hour
  ) as one array join [toString(one.station), toString(one.account), ''] as subject`;

const countSubject = `
  select toFloat64(toUnixTimestamp(at)) as second, toFloat64(sum(ms)) as ms, toFloat64(sum(connected)) as connected,
    toFloat64(sum(open_at_start)) as open_at_start, toFloat64(uniqMerge(addresses)) as uniques
  from subject_hours where subject = {subject:String} and at >= {from:DateTime} and at < {to:DateTime} group by at`;

const reportRows = async (
  pid: number,
  clickhouse: ClickHouseClient,
  { stations, days, sessions, rounds }: Size,
): Promise<Row[]> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const accounts = stations / 10;
  await fillListening(clickhouse, today, { stations, accounts, days, sessions });
  await clickhouse.command({ query: subjectTable });
  await clickhouse.command({ query: `insert into subject_hours ${selectSubjects('slices')}`, clickhouse_settings: fillSettings }); // oxfmt-ignore
  const largest = keyOf<string>('s', 1);
  const ofAccount = Array.from({ length: 10 }, (_, i) => keyOf<string>('s', 1 + i * accounts));
  const subjects = [[largest], ofAccount].map((own) => ({ subject: subjectOf(own), zone: 'UTC', stations: own }));
  for (let age = 1; age <= days; age += 5) {
    const range = { from_date: dateBefore(today, Math.min(days, age + 4)), to_date: dateBefore(today, age) };
    await computeDays(clickhouse, { subjects, zone: 'UTC', ...range }, new Date());
  }
  await mergeRollups(clickhouse);
  await clickhouse.command({ query: 'optimize table subject_hours final' });
  const cases = [
    { who: 'largest station', stations: [largest], subject: largest },
    { who: 'largest account', stations: ofAccount, subject: keyOf<string>('a', 1) },
    { who: 'portal', stations: 'all', subject: '' },
  ] as const;
  const rows: Row[] = [];
  for (const { who, stations: own, subject } of cases) {
    const dates = (n: number) => ({ from_date: dateBefore(today, days - 1 - (n % 2)), to_date: dateBefore(today, 1) });
    const cached = await timesOf(pid, rounds, async (n) => {
      const period = periodOf('period', { ...dates(n), frequency: 'hour' }, 'UTC');
      const now = Date.now();
      const watermarks = dayWatermarks(clickhouse, period);
      const plan = await planReport(clickhouse, { stations: own, period, before: undefined, now, watermarks });
      await timeseriesOf(
        clickhouse,
        { stations: own, period, open: [], size: plan.size },
        { before: undefined, comparable: undefined, byStation: false },
        { ...plan.cached, late: (await watermarks).late },
      );
    });
    const bySubject = await timesOf(pid, rounds, async (n) => {
      const { from_date, to_date } = dates(n);
      const query = countSubject
        .replace('{subject:String}', `'${subject}'`)
        .replace('{from:DateTime}', `toDateTime('${from_date} 00:00:00', 'UTC')`)
        .replace('{to:DateTime}', `toDateTime('${to_date} 00:00:00', 'UTC')`);
      await queryRows(clickhouse, query);
    });
    rows.push({
      figure: `${who}: ${String(days - 2)} days by the hour, cached, against one statement on rollups by subject`,
      ours: cached.shown,
      peer: bySubject.shown,
      budget: `p95 ≤ ${String(budgetMs)} ms`,
      pass: cached.p95 <= budgetMs,
    });
  }
  return rows;
};

const timesOf = async (pid: number, rounds: number, run: (n: number) => Promise<void>) => {
  for (let n = 0; n < 3; n++) await run(n);
  const times: number[] = [];
  const used = cpuSeconds(pid);
  for (let n = 0; n < rounds; n++) {
    const from = performance.now();
    await run(n);
    times.push(performance.now() - from);
  }
  times.sort((one, other) => one - other);
  const share = (of: number): string => times[Math.ceil(times.length * of) - 1]!.toFixed(1);
  const cpu = (((cpuSeconds(pid) - used) / rounds) * 1000).toFixed(1);
  return {
    p95: Number(share(0.95)),
    shown: `p50 ${share(0.5)} ms, p95 ${share(0.95)} ms, ${cpu} ms of ClickHouse's CPU`,
  };
};

/** The same batches into the tables as they are, and with the rollup by subject beside them, by turns. */
const ingestionRows = async (
  pid: number,
  filled: ClickHouseClient,
  into: { without: ClickHouseClient; with: ClickHouseClient },
): Promise<Row[]> => {
  await into.with.command({ query: subjectTable });
  await into.with.command({ query: `create materialized view subjects_of_slices to subject_hours as ${selectSubjects('slices')}` }); // oxfmt-ignore
  await filled.command({
    query: `create table batches engine = MergeTree order by batch as
      select intDiv(rowNumberInAllBlocks(), ${String(batchEvents)}) as batch, *
      from (select * from slices order by since limit ${String(events)})`,
    clickhouse_settings: fillSettings,
  });
  const cost = { without: 0, with: 0 };
  for (let batch = 0; batch < batches; batch++)
    for (const which of ['without', 'with'] as const) {
      const used = cpuSeconds(pid);
      await into[which].command({
        query: `insert into slices select * except batch from filled.batches where batch = ${String(batch)}`,
        clickhouse_settings: { parallel_view_processing: 1 },
      });
      cost[which] += cpuSeconds(pid) - used;
    }
  const perEvent = (seconds: number): string => ((seconds / events) * 1e6).toFixed(1);
  return [
    {
      figure: `ingestion of ${events.toLocaleString('en')} events, with and without a rollup by subject`,
      ours: `${perEvent(cost.without)} µs of ClickHouse an event`,
      peer: `${perEvent(cost.with)} µs`,
      ratio: cost.with / cost.without,
      budget: '',
      pass: true,
    },
  ];
};
