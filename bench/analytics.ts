import {
  insertGraceMs,
  dayWatermarks,
  lateArrivalsOf,
  announceLateArrivals,
} from '#server/domains/analytics/late-arrivals.ts';
import { allSubjects } from '#server/domains/analytics/report-cache/subjects.ts';
import { missingBuckets, wantedBuckets } from '#server/domains/analytics/report-cache/missing-buckets.ts';
import { mergeRollups } from '#server/domains/analytics/rollups.ts';
import { computedRanges } from '#server/domains/analytics/songs/song-days.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { portalBatchEvents } from '#streaming/spool/spool.ts';
import { benchReports } from './analytics-calls.ts';
import { startAnalyticsSite, type AnalyticsSite } from './analytics-site.ts';
import { benchIngestion } from './ingestion.ts';
import { fillListening } from './listening-fill.ts';
import { dayMs } from './periods.ts';
import { cpuSeconds, pause, residentMb } from './process-figures.ts';
import type { Row } from './report.ts';
import { fillSpool, keyOf } from './spool-fill.ts';

/** The day in the spool is this many days older than all others. */
const before = 5;

type Size = { stations: number; days: number; sessions: number; events: number; rounds: number };

/** At most a month's worth of parts: more would mean that merging does not keep up. */
const maxParts = 300;
const maxMb = 2500;

/**
 * Listening statistics at size: ingested from a full spool, then queried, on the real portal, engine and ClickHouse.
 */
export const benchAnalytics = async (folder: string, size: Size): Promise<Row[]> => {
  const today = Math.floor(Date.now() / dayMs) * dayMs;
  const { stations, events } = size;
  const site = await startAnalyticsSite(folder, size, (data) =>
    // Older than any reported period.
    fillSpool(data, { day: today - (size.days + before) * dayMs, events, stations, batchEvents: portalBatchEvents }),
  );
  try {
    const rows = await benchIngestion(site, events);
    rows.push(await fill(site, today, size), await awaitRollups(site, today, size), ...(await storageRows(site)));
    const account = keyOf<string>('a', 1);
    const keys = { largest: keyOf<string>('s', 1), middling: keyOf<string>('s', stations / 10), account };
    return [...rows, ...(await benchReports(site, keys, { today, ...size }))];
  } finally {
    await site.stop();
  }
};

const fill = async (site: AnalyticsSite, today: number, { stations, days, sessions }: Size): Promise<Row> => {
  const [from, used] = [performance.now(), cpuSeconds(site.clickhouse.pid)];
  await fillListening(site.clickhouse.client, today, { stations, accounts: stations / 10, days, sessions });
  const filled = Array.from({ length: days }, (_, i) => new Date(today - (i + 1) * dayMs).toISOString().slice(0, 10));
  // These rows bypassed the spool, which would have announced late arrivals: so the portal recomputes what it has
  // built.
  await announceLateArrivals(site.clickhouse.client, filled, new Date(Date.now() - insertGraceMs));
  const seconds = (performance.now() - from) / 1000;
  return {
    figure: `${sessions.toLocaleString('en')} sessions of ${String(days)} days at ${String(stations)} stations, drawn`,
    ours: `${seconds.toFixed(0)} s, ${(cpuSeconds(site.clickhouse.pid) - used).toFixed(0)} s of CPU`,
    budget: '',
    pass: true,
  };
};

/** The portal builds the songs and buckets of each complete day in the background; merging is a nightly job. */
const awaitRollups = async ({ clickhouse, portal }: AnalyticsSite, today: number, { days }: Size): Promise<Row> => {
  const [from, used] = [performance.now(), cpuSeconds(clickhouse.pid)];
  const { client } = clickhouse;
  const range = { start: today - days * dayMs, end: Date.now() < today + 3_600_000 ? today - dayMs : today };
  // A report compares with the day in the spool.
  const all = { ...range, start: range.start - (before + 1) * dayMs };
  const { db } = connectDatabase(portal.databaseUrl, 1);
  const isComputed = async (): Promise<boolean> => {
    const late = await lateArrivalsOf(client, all);
    if (Math.max(...late.values()) > Date.now()) return false;
    const watermarks = await dayWatermarks(client, range);
    const [songs] = computedRanges(watermarks, range);
    if (songs?.start !== range.start || songs.end !== range.end) return false;
    return !(await missingBuckets(client, await wantedBuckets(client, await allSubjects(db), Date.now())));
  };
  while (!(await isComputed())) await pause(5000);
  await db.destroy();
  await mergeRollups(client);
  const seconds = (performance.now() - from) / 1000;
  return {
    figure: 'songs and reports of days cached, rollups merged',
    ours: `${seconds.toFixed(0)} s, ${(cpuSeconds(clickhouse.pid) - used).toFixed(0)} s of CPU`,
    budget: '',
    pass: true,
  };
};

/** Size of the tables, and ClickHouse's memory. */
const storageRows = async ({ clickhouse }: AnalyticsSite): Promise<Row[]> => {
  const query = `select toFloat64(count()) as parts, toFloat64(sumIf(rows, table = 'slices')) as slices,
    formatReadableSize(sum(bytes_on_disk)) as size from system.parts where active and database = currentDatabase()`;
  const result = await clickhouse.client.query({ query, format: 'JSONEachRow' });
  const { parts, slices, size } = (await result.json<{ parts: number; slices: number; size: string }>())[0]!;
  const mb = residentMb(clickhouse.pid);
  return [
    {
      figure: 'parts of all tables',
      ours: `${String(parts)}; ${slices.toLocaleString('en')} slices, ${size}`,
      budget: `≤ ${String(maxParts)}`,
      pass: parts <= maxParts,
    },
    {
      figure: "ClickHouse's memory",
      ours: `${mb.toFixed(0)} MB`,
      budget: `≤ ${String(maxMb)} MB`,
      pass: mb <= maxMb,
    },
  ];
};
