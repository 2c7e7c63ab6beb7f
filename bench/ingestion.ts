import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsSite } from './analytics-site.ts';
import { cpuSeconds, pause, residentMb } from './process-figures.ts';
import type { Row } from './report.ts';

/** Events a second from the engine's spool into ClickHouse. */
const budget = 20_000;

/**
 * How fast the portal ingests a full spool of `events` events, from the first one stored to the last one acknowledged.
 */
export const benchIngestion = async (site: AnalyticsSite, events: number): Promise<Row[]> => {
  const { clickhouse, engine, portal } = site;
  const countSlices = async () => await countOf(clickhouse.client);
  while ((await countSlices()) === 0) await pause(50);
  const [before, from] = [await countSlices(), performance.now()];
  const cpu = () => [portal.pid, clickhouse.pid, engine.child.pid].map(cpuSeconds);
  const used = cpu();
  while ((await site.waiting()) > 0) await pause(200);
  const seconds = (performance.now() - from) / 1000;
  const after = await countSlices();
  const cost = cpu().map((now, i) => (((now - used[i]!) / (after - before)) * 1e6).toFixed(0));
  const perSecond = (after - before) / seconds;
  const figure = 'listening: spool → ClickHouse, acknowledged';
  return [
    {
      figure,
      ours: `${perSecond.toFixed(0)} events/s; portal, ClickHouse, engine ${cost.join(', ')} µs an event`,
      budget: `≥ ${budget}`,
      pass: perSecond >= budget,
    },
    {
      figure: `of ${events.toLocaleString('en')} events, recorded`,
      ours: `${after.toLocaleString('en')}; ClickHouse ${residentMb(clickhouse.pid).toFixed(0)} MB`,
      budget: 'all, once',
      pass: after === events,
    },
  ];
};

const countOf = async (clickhouse: ClickHouseClient): Promise<number> => {
  try {
    const result = await clickhouse.query({ query: 'select count() as n from slices', format: 'JSONEachRow' });
    return Number((await result.json<{ n: string }>())[0]?.n ?? 0);
  } catch {
    // The table does not exist before the portal has created it.
    return 0;
  }
};
