import { pino } from 'pino';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { guarded } from './errors.ts';

const kindOf = async (error: Error): Promise<unknown> =>
  await guarded(pino({ level: 'silent' }), () => Promise.reject(error))().catch((caught: unknown) => caught);

const { StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors;
const raw = (statusCode: number, code = '') => ({ statusCode, code, message: 'No.', type: 'api_error' }) as never;

test('a request that is being carried out in another call is tried later, not given up', async () => {
  expect(await kindOf(new StripeIdempotencyError(raw(409, 'idempotency_key_in_use')))).toMatchObject({
    kind: 'unavailable',
  });
  expect(await kindOf(new StripeInvalidRequestError(raw(409)))).toMatchObject({ kind: 'unavailable' });
});

test('a declined card, a missing object and a wrong request are told apart', async () => {
  expect(await kindOf(new StripeCardError(raw(402)))).toMatchObject({ kind: 'declined', reason: 'No.' });
  expect(await kindOf(new StripeInvalidRequestError(raw(404)))).toMatchObject({ kind: 'notFound' });
  expect(await kindOf(new StripeInvalidRequestError(raw(400)))).toMatchObject({ kind: 'refused' });
});
