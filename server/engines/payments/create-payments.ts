import type { Payments } from './port.ts';
import { createSandbox, type Sandbox, type SandboxDeps } from './sandbox/sandbox.ts';
import { webhookSecret } from './sandbox/webhooks.ts';
import { stripePayments } from './stripe.ts';
import { connectStripe } from './stripe/connect.ts';

export type { Sandbox } from './sandbox/sandbox.ts';

/**
 * Stripe if its key is set; otherwise the sandbox, in which no money moves. Both are used through the official client: the sandbox answers
 * in Stripe's protocol, in this process.
 */
export const createPayments = (deps: SandboxDeps): { payments: Payments; sandbox: Sandbox | undefined } => {
  const { clock, log, config } = deps;
  if (config.stripe) {
    const { secretKey, webhookSecrets, tax, portalConfiguration } = config.stripe;
    const payments = stripePayments({
      stripe: connectStripe(secretKey),
      clock,
      log,
      tax,
      mode: /^[rs]k_live_/.test(secretKey) ? 'live' : 'test',
      webhookSecrets: () => Promise.resolve(webhookSecrets),
      portalConfiguration,
    });
    return { payments, sandbox: undefined };
  }
  const { sandbox, fetch } = createSandbox(deps);
  const payments = stripePayments({
    stripe: connectStripe('sk_test_sandbox', fetch),
    clock,
    log,
    tax: 'automatic',
    mode: 'sandbox',
    webhookSecrets: async () => [await webhookSecret(deps)],
    portalConfiguration: undefined,
  });
  return { payments, sandbox };
};
