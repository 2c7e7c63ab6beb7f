import { planName } from '#contract/rules/plans.ts';
import type { Brand } from '#contract/rules/brand.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { dayMs } from '#contract/rules/time.ts';
import { syncOrMark } from './billing-admin.ts';
import type { BillingDeps } from './billing.deps.ts';
import { planRequested } from './billing.events.ts';
import { adminEmails, findAccountPlan } from './billing.repo.ts';
import { deleteDriftBefore } from './drift.repo.ts';
import { jobs as names, queueSync } from './events.ts';
import { deleteEventsBefore } from './events.repo.ts';
import { finishIntents } from './finish-intent.ts';
import { leaveOtherModes } from './leave-mode.ts';
import { workBillingLife } from './life/life.work.ts';
import { isPayment } from './payment-refusals.ts';
import { syncPromoCodes } from './promo-codes.ts';
import { compareCustomers, reconcileEvents } from './reconcile.ts';
import { workVat } from './vat/vat.work.ts';

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

const everyMinute = '* * * * *';
const everyTenMinutes = '*/10 * * * *';
const everyNight = '41 2 * * *';

const short = { concurrency: 2, retries: 5, expireS: 120, givenUp: 'listed' } as const;
const long = { concurrency: 1, retries: 3, expireS: 900, givenUp: 'listed' } as const;

/** Runs everything about plans and payments that happens in the background. */
export const workBilling = async (deps: BillingDeps): Promise<void> => {
  const { jobs, log } = deps;
  await workBillingLife(deps);
  await workVat(deps);
  await jobs.work(names.sync, short, (data) => syncInTime(deps, String(data.customer)));
  await jobs.work(names.promoCodes, short, () => syncPromoCodes(deps));
  await jobs.work(names.compare, long, ({ after }) => compareCustomers(deps, typeof after === 'string' ? after : ''));
  await jobs.every('billing.finishIntents', everyMinute, async () => void (await finishIntents(deps)));
  await jobs.every('billing.reconcile', everyTenMinutes, async () => {
    const missing = await reconcileEvents(deps);
    if (missing > 0) log.warn({ missing }, 'events of the payment provider were not delivered');
  });
  await jobs.every('billing.nightly', everyNight, () => everyNightDo(deps));
  await jobs.work(names.catalog, short, () => prepare(deps));
  await jobs.send(names.catalog, {}, { singletonKey: 'catalog' });
};

/** While the provider is away, the sync is tried every minute; its events say why it waits. */
const syncInTime = async (deps: BillingDeps, customer: string): Promise<void> => {
  try {
    await syncOrMark(deps, customer);
  } catch (error) {
    if (!isPayment(error, 'unavailable')) throw error;
    await queueSync(deps, customer, retryS);
  }
};

const retryS = 60;

const everyNightDo = async (deps: BillingDeps): Promise<void> => {
  const old = new Date(deps.clock.now().getTime() - 90 * dayMs);
  await deleteEventsBefore(deps.db, old);
  await deleteDriftBefore(deps.db, old);
  await deps.jobs.send(names.promoCodes, {}, { singletonKey: 'promoCodes' });
  await deps.jobs.send(names.compare, { after: '' }, { singletonKey: 'first' });
};

/** Once after the start: the prices are at the provider, and nothing goes on that was bought where no money moves. */
const prepare = async (deps: BillingDeps): Promise<void> => {
  const left = await leaveOtherModes(deps);
  if (left > 0) deps.log.warn({ accounts: left }, 'what was bought in the sandbox has ended, as payments are real now');
  try {
    await deps.ensureCatalog();
  } catch (error) {
    if (!isPayment(error, 'unavailable')) throw error;
    deps.log.warn({ err: error }, 'the prices could not be checked at the payment provider');
    await deps.jobs.send(names.catalog, {}, { singletonKey: 'catalog', startAfterS: retryS });
  }
};
