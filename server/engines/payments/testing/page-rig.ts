import type { AddressInfo } from 'node:net';
import { createServer } from '#server/kernel/http/server.ts';
import { brand } from '#brands/skywave/brand.ts';
import { sandboxRig } from './sandbox-rig.ts';
import { catalog, key, metadata } from './suite-rig.ts';

/** The sandbox with its pages on a real server, whose URL is also PUBLIC_URL. */
export const pageRig = async () => {
  const rig = await sandboxRig();
  const { config, log } = rig.deps;
  Object.assign(config, {
    streamUrl: 'http://stream.test',
    oidcIssuer: 'http://id.test/realm',
    deliveryUrl: 'http://portal.test',
  });
  Object.assign(config, { trustedProxies: [] });
  const app = createServer({ config, log, wording: brand.wording });
  rig.sandbox.mount(app);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${String((app.server.address() as AddressInfo).port)}`;
  config.publicUrl = origin;
  await rig.payments.ensureCatalog(Object.values(catalog));
  const urls = { returnUrl: `${origin}/back?paid=1`, cancelUrl: `${origin}/back?paid=0` };
  return {
    ...rig,
    app,
    origin,
    urls,
    customer: async (name = 'Radio One') =>
      await rig.payments.ensureCustomer(
        { account: 'a-1', name, email: 'one@example.org', country: 'US', currency: 'usd' },
        key(),
      ),
    checkout: async (customer: string, given: { promotion?: string; quantity?: number } = {}) =>
      await rig.payments.checkout(
        {
          customer,
          priceId: catalog.prime.id,
          quantity: given.quantity ?? 1,
          promotion: given.promotion ?? null,
          metadata,
          ...urls,
        },
        key(),
      ),
    async get(url: string) {
      const reply = await fetch(url, { redirect: 'manual' });
      return {
        status: reply.status,
        to: reply.headers.get('location'),
        text: await reply.text(),
        headers: reply.headers,
      };
    },
    async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
      const reply = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams(fields).toString(),
      });
      return { status: reply.status, to: reply.headers.get('location'), text: await reply.text() };
    },
    async close() {
      await app.close();
      await rig.close();
    },
  };
};

export type PageRig = Awaited<ReturnType<typeof pageRig>>;

/** What is typed into a card form. */
export const cardFields = (number: string, more: Record<string, string> = {}): Record<string, string> => ({
  number,
  expiry: '12 / 30',
  cvc: '123',
  name: 'Ada Lovelace',
  ...more,
});
