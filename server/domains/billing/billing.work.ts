import { planName } from '#contract/plans.ts';
import type { Brand } from '#contract/brand.ts';
import type { AccountKey } from '#contract/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { planRequested } from './billing.events.ts';
import { adminEmails, endTrialsBefore, findAccountPlan } from './billing.repo.ts';

/** E-mails plan requests to the portal's administrators. Called in the process that delivers the outbox. */
export const subscribeBilling = (
  kernel: Pick<Kernel, 'db' | 'events' | 'mail' | 'config'>,
  brand: Pick<Brand, 'planNames'>,
): void =>
  kernel.events.on(planRequested, async ({ account, by }) => {
    const key = account as AccountKey;
    const found = await findAccountPlan(kernel.db, key);
    if (!found?.requested_plan) return;
    const { plan, interval, quantity } = found.requested_plan;
    const company = found.company.replace(/\s+/g, ' ');
    const name = `${planName(plan, brand)}${quantity > 1 ? ` × ${String(quantity)}` : ''}`;
    for (const to of await adminEmails(kernel.db))
      await kernel.mail.send({
        to,
        subject: `${company} requests a plan`,
        paragraphs: [`${String(by)} requests the plan ${name}, billed every ${interval}, for ${company}.`],
        action: { label: 'Review request', url: `${kernel.config.publicUrl}/accounts/${key}/upgrade` },
      });
  });

const everyHour = '7 * * * *';

/** Schedules the hourly end of expired trials. */
export const workBilling = async ({
  db,
  jobs,
  clock,
  log,
}: Pick<Kernel, 'db' | 'jobs' | 'clock' | 'log'>): Promise<void> =>
  await jobs.every('billing.endTrials', everyHour, async () => {
    const ended = await endTrialsBefore(db, clock.now());
    if (ended > 0) log.info({ ended }, 'trials have ended');
  });
