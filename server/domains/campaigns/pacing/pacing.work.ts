import type { Kernel } from '#server/kernel/kernel.ts';
import { backtestForecasts } from './accuracy.ts';
import type { MarketDeps } from './account-market.ts';
import { storeForecasts } from './store-forecasts.ts';
import { buildAllSupply } from './supply-build.ts';

const everyHour = '52 * * * *';
const everyQuarter = '*/15 * * * *';
const everyNight = '22 4 * * *';

/**
 * Adds up what stations can give (once a day each), compares former forecasts with what was heard, and stores what campaigns
 * are expected to end with.
 */
export const workPacing = async (deps: MarketDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const { jobs } = deps;
  await jobs.every('campaigns.supply', everyHour, () => buildAllSupply(deps));
  await jobs.every('campaigns.backtest', everyNight, () => backtestForecasts(deps));
  await jobs.every('campaigns.forecasts', everyQuarter, () => storeForecasts(deps));
};
