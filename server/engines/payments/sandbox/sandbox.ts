import type { FastifyInstance } from 'fastify';
import type { Brand } from '#contract/rules/brand.ts';
import type { Jobs, Kernel } from '#server/kernel/kernel.ts';
import { PaymentError, type SandboxControls } from '../port.ts';
import './sandbox.tables.ts';
import { advanceClock, renewDue } from './clock.ts';
import { mountPages } from './pages/pages.routes.ts';
import { cardOf, putCard } from './put-card.ts';
import { eventsWaiting, withWorld } from './store.ts';
import { deliverEvents, hasPendingEvents } from './webhooks.ts';
import { sandboxFetch } from './wire/handle.ts';
import { lookUp } from './world.ts';

/** What the sandbox needs; the seller's country decides the tax and is null until an administrator has set it. */
export type SandboxDeps = Pick<Kernel, 'config' | 'db' | 'clock' | 'log' | 'secrets' | 'events' | 'jobs'> & {
  brand: Brand;
  sellerCountry: () => Promise<string | null>;
};

/** What takes the place of a provider's own servers while no key is set: its pages, its renewals and its webhooks. */
export type Sandbox = SandboxControls & {
  /** Serves the pages to which customers are sent, at `/sandbox/…`. */
  mount(app: FastifyInstance): void;
  /** Runs renewals when they are due, delivers webhooks and deletes old requests, in a process that runs jobs. */
  work(jobs: Jobs): Promise<void>;
  /** Does what is due now; returns for how many customers. The job calls it every minute. */
  renewDue(): Promise<number>;
  /** Sends the events that were not delivered yet to `POST /webhooks/stripe`; returns how many were accepted. */
  deliver(): Promise<number>;
};

const deliverJob = 'sandbox.deliver';
/** Events that were not accepted are sent again after this time. */
const againS = 5;
/** Replies are kept for as long as the provider keeps them, events for 30 days. */
const requestsKeptMs = 2 * 86_400_000;
const eventsKeptMs = 30 * 86_400_000;

/** The sandbox, and the network by which the SDK reaches it. */
export const createSandbox = (deps: SandboxDeps): { sandbox: Sandbox; fetch: typeof globalThis.fetch } => {
  let served: FastifyInstance | undefined;
  const port = (): number | undefined => {
    const address = served?.server.address();
    return typeof address === 'object' ? address?.port : undefined;
  };
  deps.events.on(eventsWaiting, () => deps.jobs.send(deliverJob, {}, { singletonKey: deliverJob }));
  const sandbox: Sandbox = {
    mount(app) {
      served = app;
      mountPages(app, deps);
    },
    async work(jobs) {
      const options = { concurrency: 1, retries: 8, expireS: 600, givenUp: 'listed' } as const;
      await jobs.work(deliverJob, options, async () => {
        await sandbox.deliver();
        if (await hasPendingEvents(deps))
          await jobs.send(deliverJob, {}, { singletonKey: 'again', startAfterS: againS });
      });
      await jobs.every('sandbox.renew', '* * * * *', async () => {
        await sandbox.renewDue();
        await sandbox.deliver();
      });
      await jobs.every('sandbox.forget', '41 3 * * *', () => forgetOld(deps));
    },
    renewDue: () => renewDue(deps),
    deliver: () => deliverEvents({ ...deps, port }),
    moveClock: (customer, days) => advanceClock(deps, customer, days),
    setCard: (customer, number) => setCard(deps, customer, number),
  };
  return { sandbox, fetch: sandboxFetch(deps) };
};

const setCard = async (deps: SandboxDeps, customer: string, number: string): Promise<{ last4: string }> =>
  await withWorld(deps, { customer, catalog: false }, (world) => {
    if (!lookUp(world, 'customer', customer)) throw new PaymentError('notFound', `There is no customer ${customer}.`);
    const year = new Date(world.now * 1000).getUTCFullYear() + 3;
    const card = cardOf(world, { number, month: 12, year, name: null });
    if (!card?.card) throw new PaymentError('refused', 'This is not the number of a test card.');
    putCard(world, card);
    return { last4: card.card.last4 };
  });

const forgetOld = async ({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now().getTime();
  await db
    .deleteFrom('sandbox_requests')
    .where('created', '<', new Date(now - requestsKeptMs))
    .execute();
  await db
    .deleteFrom('sandbox_objects')
    .where('object', '=', 'event')
    .where('created', '<', new Date(now - eventsKeptMs))
    .execute();
};
