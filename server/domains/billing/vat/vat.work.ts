import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isPayment } from '../payment-refusals.ts';
import { checkVat, type VatDeps } from './check-vat.ts';
import { dueVatChecks } from './vat.repo.ts';
import { vatChanged } from './vat.service.ts';

const job = 'billing.checkVat';
/** While the payment provider is unavailable, its customer is brought up to date this often. */
const providerAwayS = 300;
/** Asked again in one run; the others follow in the next. */
const most = 500;

/** Queues a check whenever an account's VAT number changes; in every process, as any may deliver the outbox. */
export const subscribeVat = ({ events, jobs }: Pick<Kernel, 'events' | 'jobs'>): void =>
  events.on(vatChanged, ({ account }) => jobs.send(job, { account }, { singletonKey: String(account) }));

/** Checks VAT numbers, and those again that could not be verified; for the process that runs jobs. */
export const workVat = async (deps: VatDeps & Pick<Kernel, 'jobs'>): Promise<void> => {
  const { jobs, db, clock } = deps;
  await jobs.work(job, { concurrency: 2, retries: 8, expireS: 120, givenUp: 'listed' }, async ({ account }) => {
    try {
      await checkVat(deps, account as AccountKey);
    } catch (error) {
      if (!isPayment(error, 'unavailable')) throw error;
      await jobs.send(job, { account }, { singletonKey: String(account), startAfterS: providerAwayS });
    }
  });
  await jobs.every('billing.retryVat', '*/15 * * * *', async () => {
    for (const account of await dueVatChecks(db, clock.now(), most))
      await jobs.send(job, { account }, { singletonKey: account });
  });
};
