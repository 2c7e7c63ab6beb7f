import Stripe from 'stripe';
import { PaymentError, type EventHead } from '../port.ts';
import { dateOf, idOrNull, type Connection } from './parts.ts';

/** Older signatures may be replays, s. */
const toleranceS = 300;
/** Events of a day on which everyone is billed; more are found by the nightly comparison. */
const mostEvents = 10_000;

/** Events since a time, oldest first; the provider lists the newest first and keeps 30 days. */
export const eventsSince = async ({ stripe }: Connection, at: Date): Promise<EventHead[]> => {
  const found = await stripe.events
    .list({ created: { gte: Math.floor(at.getTime() / 1000) }, limit: 100 })
    .autoPagingToArray({ limit: mostEvents });
  return found.toReversed().map(headOf);
};

/** Accepts an event signed with any of the secrets: there are two while one is being replaced. */
export const verifyEvent = (
  { stripe }: Connection,
  secrets: readonly string[],
  given: { raw: Buffer; signature: string },
): EventHead => {
  for (const secret of secrets.filter((one) => one !== ''))
    try {
      return headOf(stripe.webhooks.constructEvent(given.raw, given.signature, secret, toleranceS));
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    }
  throw new PaymentError('badSignature', '');
};

const headOf = ({ id, type, created, livemode, data }: Stripe.Event): EventHead => ({
  id,
  type,
  created: dateOf(created),
  customer: customerOf(data.object as { object?: string; id?: string; customer?: string | { id: string } | null }),
  livemode,
});

const customerOf = (of: { object?: string; id?: string; customer?: string | { id: string } | null }): string | null =>
  of.object === 'customer' ? (of.id ?? null) : idOrNull(of.customer);
