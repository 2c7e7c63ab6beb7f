import { paymentsSuite } from './testing/payments-suite.ts';
import { sandboxRig } from './testing/sandbox-rig.ts';
import { cardNumbers, key, type SuiteRig } from './testing/suite-rig.ts';

const sandbox = async (): Promise<SuiteRig> => {
  const rig = await sandboxRig();
  const setCard: SuiteRig['setCard'] = async (customer, card) =>
    void (await rig.sandbox.setCard(customer, cardNumbers[card]));
  return {
    payments: rig.payments,
    stripe: rig.stripe,
    setCard,
    async customer(card) {
      const facts = { account: 'a-1', name: 'Radio One', email: 'one@example.org', country: 'US', currency: 'usd' };
      const id = await rig.payments.ensureCustomer(facts, key());
      if (card) await setCard(id, card);
      return id;
    },
    moveClock: async (customer, days) => void (await rig.sandbox.moveClock(customer, days)),
    close: rig.close,
  };
};

paymentsSuite('the sandbox', sandbox);
