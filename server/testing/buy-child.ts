import { pino } from 'pino';
import { brand } from '#brands/skywave/brand.ts';
import { AccountKey } from '#contract/rules/keys.ts';
import { catalogOf } from '#server/domains/billing/catalog.ts';
import { createSubscription } from '#server/domains/billing/create-subscription.ts';
import { createPayments } from '#server/engines/payments/create-payments.ts';
import { viesRegister } from '#server/engines/vat/vies.ts';
import { systemClock } from '#server/kernel/clock.ts';
import type { Config } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import { createHooks } from '#server/kernel/events/hooks.ts';
import { databaseOutbox } from '#server/kernel/events/outbox.ts';
import { pgBossJobs } from '#server/kernel/jobs/pg-boss-jobs.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { databaseSecrets } from '#server/kernel/secrets.ts';
import { intercepted } from './intercepted.ts';

/*
 * Buys a plan in a separate process, which kills itself at a step: `buy-child.ts <config> <account> <step>`, where a step is
 * `before subscribe`, `after subscribe` and so on for each call of the payment provider, or `within sync`: in its transaction.
 */

const [given = '{}', account, step = ''] = process.argv.slice(2);
const config = JSON.parse(given) as Config;
const log = pino({ level: 'silent' });
const { db, pool } = connectDatabase(config.databaseUrl, 5);
const { events } = databaseOutbox({ db, pool, log });
const jobs = pgBossJobs({ databaseUrl: config.databaseUrl, log });
const kernel = {
  config,
  db,
  clock: systemClock,
  log,
  jobs,
  events,
  hooks: createHooks(),
  secrets: databaseSecrets(db),
};

const dieAt = async (now: string): Promise<void> => {
  if (now !== step) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => setInterval(() => undefined, 60_000));
};

const real = createPayments({ ...kernel, brand, sellerCountry: () => Promise.resolve(null) });
const payments = intercepted(real.payments, {
  before: (name) => dieAt(`before ${name}`),
  after: (name) => dieAt(`after ${name}`),
});
const dying: typeof events = {
  ...events,
  emit: async (...of) => {
    await events.emit(...of);
    await dieAt('within sync');
  },
};
await createSubscription(
  {
    ...kernel,
    events: dying,
    brand,
    payments,
    sandbox: real.sandbox,
    ensureCatalog: catalogOf(payments, brand),
    vat: viesRegister(guardedOutbound()),
  },
  { account: AccountKey.parse(account), station: null },
  { priceId: 'price_prime_month', quantity: 1, confirm: { amount_due: 2900, currency: 'usd' } },
);
process.stdout.write('bought\n');
process.exit(0);
