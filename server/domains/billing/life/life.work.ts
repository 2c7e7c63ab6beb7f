import type { Kernel } from '#server/kernel/kernel.ts';
import { holdDueAccounts } from './hold.ts';
import { remind } from './reminders.ts';
import { endTrials } from './trials.ts';

/** Schedules what happens to subscriptions by time: the end of trials, reminders, and holds after the grace. */
export const workBillingLife = async (
  kernel: Pick<Kernel, 'db' | 'jobs' | 'clock' | 'log' | 'events' | 'hooks'>,
): Promise<void> => {
  const { jobs, log } = kernel;
  await jobs.every('billing.endTrials', '7 * * * *', async () => {
    const ended = await endTrials(kernel);
    if (ended > 0) log.info({ ended }, 'trials have ended');
  });
  await jobs.every('billing.remind', '*/10 * * * *', async () => {
    await remind(kernel);
  });
  await jobs.every('billing.holdAccounts', '*/5 * * * *', async () => {
    const held = await holdDueAccounts(kernel);
    if (held > 0) log.info({ held }, 'accounts are held after the end of their subscription');
  });
};

/** Queues the reminders and holds the accounts that are due, without waiting for the jobs. */
export const doWhatIsDue = async (deps: Pick<Kernel, 'db' | 'clock' | 'events' | 'hooks'>): Promise<void> => {
  await remind(deps);
  await holdDueAccounts(deps);
};
