import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';

/** A request with its reply. */
export type Exchange = { method: string; path: string; status: number; body: unknown; sent: string };

const program = 'stripe-mock';
const port = 18_311;

/** Whether Stripe's own mock server can be used: by its URL, or as a program. */
export const hasStripeMock = (): boolean =>
  process.env.STRIPE_MOCK_URL !== undefined || spawnSync(program, ['-version']).error === undefined;

/**
 * Stripe's mock server: it checks every request against Stripe's own description of its API, and answers with examples. It doesn't know
 * what was sent before, so its replies are made to fit: every price has our lookup key.
 */
export const stripeMock = async (lookupKey: string) => {
  const given = process.env.STRIPE_MOCK_URL;
  const child =
    given === undefined
      ? spawn(program, ['-http-port', String(port), '-https-port', '0'], { stdio: 'ignore' })
      : undefined;
  const url = new URL(given ?? `http://127.0.0.1:${String(port)}`);
  const exchanges: Exchange[] = [];
  const ask: typeof fetch = async (input, init) => {
    const to = new URL(input instanceof Request ? input.url : input);
    Object.assign(to, { protocol: url.protocol, host: url.host });
    const sent = asItsVersion(typeof init?.body === 'string' ? init.body : to.search.slice(1));
    const reply = await fetch(to, { ...init, ...(init?.method !== 'GET' && { body: sent }) });
    const text = (await reply.text()).replaceAll(/"lookup_key":\s*null/g, `"lookup_key": "${lookupKey}"`);
    exchanges.push(exchangeOf(to, init?.method ?? 'GET', { status: reply.status, text, sent }));
    return new Response(text, { status: reply.status, headers: reply.headers });
  };
  for (let tries = 0; child && tries < 100; tries++) {
    if (await fetch(url).catch(() => undefined)) break;
    await pause(50);
  }
  return {
    stripe: new Stripe('sk_test_123', {
      httpClient: Stripe.createFetchHttpClient(ask),
      maxNetworkRetries: 0,
      telemetry: false,
    }),
    exchanges,
    close: () => void child?.kill('SIGKILL'),
  };
};

/** Records what the sandbox answers, in the same form. */
export const recorded = (fetch: typeof globalThis.fetch): { fetch: typeof globalThis.fetch; exchanges: Exchange[] } => {
  const exchanges: Exchange[] = [];
  return {
    exchanges,
    async fetch(input, init) {
      const reply = await fetch(input, init);
      const text = await reply.clone().text();
      const url = new URL(input instanceof Request ? input.url : input);
      exchanges.push(exchangeOf(url, init?.method ?? 'GET', { status: reply.status, text, sent: '' }));
      return reply;
    },
  };
};

const exchangeOf = (
  url: URL,
  method: string,
  { status, text, sent }: { status: number; text: string; sent: string },
): Exchange => ({ method, path: url.pathname, status, body: JSON.parse(text) as unknown, sent });

/** Its version is one behind the SDK's, in which this parameter has another name. */
const asItsVersion = (form: string): string => form.replace('allowed_payment_method_types', 'payment_method_types');
