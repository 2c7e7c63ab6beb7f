import { PaymentError } from '#server/engines/payments/port.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

/**
 * Runs what talks to the payment provider. What the bank refuses becomes `payment.declined`, a provider that is away
 * `payment.unavailable`; anything else is a defect, which the error boundary logs and hides.
 */
export const withPaymentRefusals = async <T>({ log }: Pick<Kernel, 'log'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isPayment(error, 'declined')) return refuse('payment.declined', { reason: error.reason || declined });
    if (!isPayment(error, 'unavailable')) throw error;
    log.warn({ err: error }, 'the payment provider is unavailable');
    return refuse('payment.unavailable');
  }
};

/** Whether the provider failed in one of these ways. */
export const isPayment = (error: unknown, ...kinds: PaymentError['kind'][]): error is PaymentError =>
  error instanceof PaymentError && kinds.includes(error.kind);

const declined = 'Your card was declined. Please use another card.';
