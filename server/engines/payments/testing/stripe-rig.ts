import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import type Stripe from 'stripe';
import { systemClock } from '#server/kernel/clock.ts';
import { stripePayments } from '../stripe.ts';
import { connectStripe } from '../stripe/connect.ts';
import type { SuiteRig, TestCardName } from './suite-rig.ts';

/** Stripe's own test cards. */
const methods: Record<TestCardName, string> = {
  pays: 'pm_card_visa',
  declined: 'pm_card_chargeCustomerFail',
  insufficient: 'pm_card_visa_chargeDeclinedInsufficientFunds',
  confirmOnce: 'pm_card_authenticationRequiredOnSetup',
  confirmAlways: 'pm_card_authenticationRequired',
};
const dayS = 86_400;
const pollMs = 2000;
/** A test clock moves two intervals at a time at most. */
const daysAtOnce = 30;

/** Stripe itself in its test mode, with a test clock for each customer. */
export const stripeRig = (secretKey: string): SuiteRig => {
  const stripe = connectStripe(secretKey);
  const clocks = new Map<string, string>();
  const setCard: SuiteRig['setCard'] = async (customer, card) => {
    const { id } = await stripe.paymentMethods.attach(methods[card], { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  };
  return {
    payments: stripePayments({
      stripe,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      tax: 'none',
      mode: 'test',
      webhookSecrets: () => Promise.resolve([]),
      portalConfiguration: undefined,
    }),
    stripe,
    setCard,
    async customer(card) {
      const clock = await stripe.testHelpers.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000) });
      const { id } = await stripe.customers.create({
        name: 'Radio One',
        email: 'one@example.org',
        test_clock: clock.id,
        metadata: { account_key: 'a-1' },
      });
      clocks.set(id, clock.id);
      if (card) await setCard(id, card);
      return id;
    },
    async moveClock(customer, days) {
      for (let left = days; left > 0; left -= daysAtOnce)
        await advance(stripe, clocks.get(customer) ?? '', Math.min(left, daysAtOnce));
    },
    async close() {
      for (const clock of clocks.values()) await stripe.testHelpers.testClocks.del(clock);
    },
  };
};

const advance = async (stripe: Stripe, id: string, days: number): Promise<void> => {
  const { frozen_time } = await stripe.testHelpers.testClocks.retrieve(id);
  await stripe.testHelpers.testClocks.advance(id, { frozen_time: frozen_time + days * dayS });
  while ((await stripe.testHelpers.testClocks.retrieve(id)).status === 'advancing') await pause(pollMs);
};
