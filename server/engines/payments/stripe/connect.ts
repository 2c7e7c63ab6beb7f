import Stripe from 'stripe';

/** The version of Stripe's API that this code is written for; webhook endpoints are created with the same. */
export const apiVersion = '2026-10-28.endive';

/** Longer than a payment with 3-D Secure takes to be accepted or refused, ms. */
const timeoutMs = 30_000;

/**
 * The official client. A lost reply is requested again twice with the same idempotency key; nothing about our calls is reported to
 * Stripe. `fetch` replaces the network.
 */
export const connectStripe = (secretKey: string, fetch?: typeof globalThis.fetch): Stripe =>
  new Stripe(secretKey, {
    apiVersion,
    maxNetworkRetries: 2,
    timeout: timeoutMs,
    telemetry: false,
    appInfo: { name: 'Skywave' },
    ...(fetch && { httpClient: Stripe.createFetchHttpClient(fetch) }),
  });
