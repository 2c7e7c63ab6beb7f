import { afterAll, beforeAll, describe } from 'vitest';
import { catalogSuite } from './catalog-suite.ts';
import { changesSuite } from './changes-suite.ts';
import { customersSuite } from './customers-suite.ts';
import { endingSuite } from './ending-suite.ts';
import { eventsSuite } from './events-suite.ts';
import { pagesSuite } from './pages-suite.ts';
import { promotionUseSuite } from './promotion-use-suite.ts';
import { promotionsSuite } from './promotions-suite.ts';
import { renewalSuite } from './renewal-suite.ts';
import { subscribingSuite } from './subscribing-suite.ts';
import { suiteOf } from './suite.ts';
import { catalog, type SuiteRig } from './suite-rig.ts';

/** A real provider takes minutes to move a clock. */
const patience = 600_000;

/** What every provider of payments must do: the same assertions for the sandbox and for Stripe itself. */
export const paymentsSuite = (name: string, open: () => Promise<SuiteRig>): void => {
  describe(name, { timeout: patience }, () => {
    let rig: SuiteRig;
    beforeAll(async () => {
      rig = await open();
      await rig.payments.ensureCatalog(Object.values(catalog));
    }, patience);
    afterAll(async () => await rig.close());
    const suite = suiteOf(() => rig);
    catalogSuite(suite);
    customersSuite(suite);
    subscribingSuite(suite);
    renewalSuite(suite);
    changesSuite(suite);
    endingSuite(suite);
    promotionsSuite(suite);
    promotionUseSuite(suite);
    pagesSuite(suite);
    eventsSuite(suite);
  });
};
