import { sql } from 'kysely';
import { accountMarket, type MarketDeps } from './account-market.ts';
import { runForecast } from './forecast-run.ts';
import { edgesFrom, horizonMs } from './time-buckets.ts';
import { setImmediate as turn } from 'node:timers/promises';

/** Stores what each campaign that runs or will run is expected to end with, all of the portal competing. */
export const storeForecasts = async (deps: MarketDeps): Promise<void> => {
  const until = deps.clock.now().getTime() + horizonMs;
  const { now, cells, booked, accuracy } = await accountMarket(deps, undefined, { until });
  const edges = edgesFrom(now, booked);
  const runs: ReadonlyMap<string, number>[] = [];
  for (const level of [1, accuracy.low, accuracy.high]) {
    await turn();
    runs.push(runForecast(cells, booked, undefined, { now, edges, level }).others);
  }
  const at = new Date(now).toISOString();
  const forecasts = booked.map(({ key, delivered, impression_limit }) => {
    const [expected, low, high] = runs.map((run) =>
      Math.round(Math.min(impression_limit, delivered + (run.get(key) ?? 0))),
    );
    return { key, forecast: { expected, low, high, at } };
  });
  await sql`update campaigns set forecast = found.forecast
    from jsonb_to_recordset(${JSON.stringify(forecasts)}::jsonb) as found(key text, forecast jsonb)
    where campaigns.key = found.key`.execute(deps.db);
  await sql`update campaigns set forecast = null
    where forecast is not null and key <> all(${booked.map(({ key }) => key)}::text[])`.execute(deps.db);
};
