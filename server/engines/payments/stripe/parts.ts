import type Stripe from 'stripe';
import type { Logger } from 'pino';
import type { Clock } from '#server/kernel/kernel.ts';

/** What the parts of the implementation share. */
export type Connection = {
  stripe: Stripe;
  clock: Clock;
  log: Logger;
  /** Whether the provider calculates the tax. */
  tax: 'none' | 'automatic';
};

/** The id of what may be sent in full. */
export const idOf = (given: string | { id: string }): string => (typeof given === 'string' ? given : given.id);
export const idOrNull = (given: string | { id: string } | null | undefined): string | null =>
  given === null || given === undefined ? null : idOf(given);

export const dateOf = (seconds: number): Date => new Date(seconds * 1000);
export const dateOrNull = (seconds: number | null | undefined): Date | null =>
  seconds === null || seconds === undefined ? null : dateOf(seconds);
