import type { Payments } from '#server/engines/payments/port.ts';

/** Payments that do something before or after some of their calls: fail, wait, or end the process. */
export const intercepted = (
  payments: Payments,
  at: { before?: (name: keyof Payments) => Promise<void>; after?: (name: keyof Payments) => Promise<void> },
): Payments =>
  new Proxy(payments, {
    get: (target, name: keyof Payments) => {
      const found = target[name] as unknown;
      if (typeof found !== 'function' || name === 'eventsSince') return found;
      return async (...given: unknown[]): Promise<unknown> => {
        await at.before?.(name);
        const result: unknown = await (found as (...of: unknown[]) => unknown).apply(target, given);
        await at.after?.(name);
        return result;
      };
    },
  });
