import type { Payments } from '../port.ts';
import type { Connection } from './parts.ts';

/** Identifies the configuration that we made; a new one is made when what it allows changes. */
const version = '1';

/**
 * Opens the provider's pages for the card, the address and the invoices. Plans are changed and cancelled here, where the plan's limits are
 * known, so the pages don't offer that. Without a configuration of the operator's, ours is made at the first call.
 */
export const openPortal = (to: Connection, configured: string | undefined): Payments['portal'] => {
  let configuration: Promise<string> | undefined;
  return async ({ customer, returnUrl, flow }) => {
    configuration ??= configured === undefined ? ensureConfiguration(to) : Promise.resolve(configured);
    configuration.catch(() => (configuration = undefined));
    const session = await to.stripe.billingPortal.sessions.create({
      customer,
      return_url: returnUrl,
      configuration: await configuration,
      ...(flow === 'card' && {
        flow_data: {
          type: 'payment_method_update',
          after_completion: { type: 'redirect', redirect: { return_url: returnUrl } },
        },
      }),
    });
    return session.url;
  };
};

const ensureConfiguration = async ({ stripe }: Connection): Promise<string> => {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.skywave === version);
  if (ours) return ours.id;
  const made = await stripe.billingPortal.configurations.create(
    {
      metadata: { skywave: version },
      features: {
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        customer_update: { enabled: true, allowed_updates: ['address', 'name', 'email'] },
        subscription_cancel: { enabled: false },
        subscription_update: { enabled: false },
      },
    },
    { idempotencyKey: `portal-configuration:${version}` },
  );
  return made.id;
};
