import type { Kernel } from '#server/kernel/kernel.ts';
import { workInvoices } from './invoices/mail-invoice.ts';
import { continuePrices, priceOldSpots } from './prices/price-old-spots.ts';
import { closeStatements, type ClosingDeps } from './statements/close-statements.ts';

const priceJob = 'finance.priceOldSpots';
const everyMinute = '* * * * *';
const everyHour = '23 * * * *';
const everySixHours = '41 */6 * * *';

/** Prices impressions that were recorded without a price, closes months that are due, and mails invoices. */
export const workFinance = async (deps: ClosingDeps & Pick<Kernel, 'jobs' | 'mail' | 'config'>): Promise<void> => {
  await deps.jobs.every(priceJob, everyHour, () => priceOldSpots(deps));
  await deps.jobs.every('finance.continuePrices', everyMinute, () => continuePrices(deps));
  await deps.jobs.every('finance.closeStatements', everySixHours, () => closeStatements(deps));
  await workInvoices(deps);
};
