import type { FastifyInstance } from 'fastify';
import type { EventHead } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { BillingDeps } from './billing.deps.ts';
import { acceptEvent } from './events.ts';
import { isPayment } from './payment-refusals.ts';

type Deps = Pick<BillingDeps, 'db' | 'jobs' | 'log' | 'payments'>;

/** Far above any event of the provider. */
const maxBytes = 512 * 1024;

/**
 * `POST /webhooks/stripe`: stores a signed event, queues the sync of its customer and replies 200. Nothing else of it is believed, and
 * its payload isn't stored. Refuses with `payment.badSignature`, also an event of another mode than this portal's.
 */
export const mountWebhooks = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, bytes, done) =>
      done(null, bytes),
    );
    scope.post('/webhooks/stripe', { bodyLimit: maxBytes }, async (request, reply) => {
      const { 'stripe-signature': signature } = request.headers;
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const event = await verified(deps, bytes, typeof signature === 'string' ? signature : '');
      await acceptEvent(deps, event);
      return await reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
};

const verified = async ({ payments, log }: Deps, bytes: Buffer, signature: string): Promise<EventHead> => {
  try {
    const event = await payments.verify(bytes, signature);
    return event.livemode === (payments.mode === 'live') ? event : refuse('payment.badSignature');
  } catch (error) {
    if (!isPayment(error, 'badSignature')) throw error;
    log.warn({ reason: error.message }, 'an event of the payment provider was refused');
    return refuse('payment.badSignature');
  }
};
