import Stripe from 'stripe';
import type { Logger } from 'pino';
import { PaymentError } from '../port.ts';

const { errors } = Stripe;

/** A call of which no other error than a `PaymentError` reaches the caller. */
export const guarded =
  <A extends unknown[], R>(log: Logger, call: (...given: A) => Promise<R>) =>
  async (...given: A): Promise<R> => {
    try {
      return await call(...given);
    } catch (error) {
      throw paymentErrorOf(error, log);
    }
  };

/** What an error of the client means to us; what isn't the customer's or the network's fault is logged. */
const paymentErrorOf = (error: unknown, log: Logger): PaymentError => {
  if (error instanceof PaymentError) return error;
  if (error instanceof errors.StripeCardError) return new PaymentError('declined', error.message, { cause: error });
  if (error instanceof errors.StripeSignatureVerificationError)
    return new PaymentError('badSignature', '', { cause: error });
  if (isUnavailable(error)) return new PaymentError('unavailable', '', { cause: error });
  if (isRefusedKey(error)) {
    log.error({ err: error }, 'Stripe refuses STRIPE_SECRET_KEY');
    return new PaymentError('unavailable', '', { cause: error });
  }
  if (isMissing(error)) return new PaymentError('notFound', '', { cause: error });
  log.error({ err: error }, 'the payment provider refused a request');
  return new PaymentError('refused', '', { cause: error });
};

/** Whether the key was used before with other parameters. */
export const isReusedKey = (error: unknown): boolean => error instanceof errors.StripeIdempotencyError;

export const isMissing = (error: unknown): boolean =>
  error instanceof errors.StripeError && (error.statusCode === 404 || error.code === 'resource_missing');

/** Whether the request was understood and not carried out: a declined card, or a state that doesn't allow it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof errors.StripeCardError || error instanceof errors.StripeInvalidRequestError;

const isUnavailable = (error: unknown): boolean =>
  error instanceof errors.StripeConnectionError ||
  error instanceof errors.StripeRateLimitError ||
  // The same request is being carried out right now.
  (error instanceof errors.StripeError && error.statusCode === 409) ||
  (error instanceof errors.StripeError && ((error.statusCode ?? 0) >= 500 || error.code === 'lock_timeout')) ||
  (error instanceof errors.StripeAPIError && error.statusCode === undefined);

const isRefusedKey = (error: unknown): boolean =>
  error instanceof errors.StripeAuthenticationError || error instanceof errors.StripePermissionError;
