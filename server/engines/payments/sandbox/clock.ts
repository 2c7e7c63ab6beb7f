import type { Logger } from 'pino';
import { PaymentError } from '../port.ts';
import { withWorld, type StoreDeps } from './store.ts';
import { lookUp } from './world.ts';

const dayS = 86_400;
const customersAtOnce = 100;

/** Does what is due for every customer, also for those whose clock is ahead; returns for how many. */
export const renewDue = async (deps: StoreDeps & { log: Logger }): Promise<number> => {
  const failed: string[] = [];
  let renewed = 0;
  for (;;) {
    const due = await deps.db
      .selectFrom('sandbox_clocks')
      .select('customer')
      .where('next_due', '<=', deps.clock.now())
      .$if(failed.length > 0, (query) => query.where('customer', 'not in', failed))
      .orderBy('next_due')
      .limit(customersAtOnce)
      .execute();
    for (const { customer } of due)
      try {
        await withWorld(deps, { customer, catalog: false }, () => undefined);
        renewed += 1;
      } catch (error) {
        failed.push(customer);
        deps.log.error({ err: error, customer }, 'what was due in the sandbox of payments failed');
      }
    if (due.length < customersAtOnce) return renewed;
  }
};

/** Moves a customer's clock forward by whole days, and everything due until then happens, in order. */
export const advanceClock = async (deps: StoreDeps, customer: string, days: number): Promise<Date> =>
  await withWorld(deps, { customer, catalog: false, aheadBy: days * dayS }, (world) => {
    if (!lookUp(world, 'customer', customer)) throw new PaymentError('notFound', `There is no customer ${customer}.`);
    return new Date(world.now * 1000);
  });
