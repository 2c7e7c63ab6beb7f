import type { ClickHouseClient } from '@clickhouse/client';
import type { AnalyticsSite } from './analytics-site.ts';
import { cpuSeconds, pause, residentMb } from './process-figures.ts';
import type { Row } from './report.ts';

/** Events a second from the engine's spool into ClickHouse (issue). */
const budget = 20_000;

/** How fast the portal carries a full spool of so many events over, from the first that is in to the last acknowledged. */
export const benchIngestion = async (site: AnalyticsSite, events: number): Promise<Row[]> => {
  const { clickhouse, engine, portal } = site;
  const counted = async () => await countOf(clickhouse.client);
  while ((await counted()) === 0) await pause(50);
  const [before, from] = [await counted(), performance.now()];
  const cpu = () => [portal.pid, clickhouse.pid, engine.child.pid].map(cpuSeconds);
  const used = cpu();
  while ((await site.waiting()) > 0) await pause(200);
  const seconds = (performance.now() - from) / 1000;
  const after = await counted();
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
    // There is no table before the portal has made it.
    return 0;
  }
};
