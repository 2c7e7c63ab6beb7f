import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import Stripe from 'stripe';
import type { EventHead } from '../port.ts';
import { stripePayments } from '../stripe.ts';
import { sandboxRig, type SandboxRig } from '../testing/sandbox-rig.ts';
import { cardNumbers, catalog, key, metadata } from '../testing/suite-rig.ts';
import { webhookSecret } from './webhooks.ts';

type Delivery = { raw: Buffer; signature: string; url: string };

let at: SandboxRig;
let receiver: Server;
const deliveries: Delivery[] = [];
let status = 200;
beforeAll(async () => {
  at = await sandboxRig();
  receiver = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature']);
      deliveries.push({
        raw: Buffer.concat(chunks),
        signature,
        url: `${String(request.method)} ${String(request.url)}`,
      });
      reply.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  at.deps.config.port = (receiver.address() as AddressInfo).port;
  await at.payments.ensureCatalog(Object.values(catalog));
});
afterAll(async () => {
  receiver.close();
  await at.close();
});

const buy = async (): Promise<string> => {
  const facts = { account: 'a', name: 'Radio', email: 'e@example.org', country: 'US', currency: 'usd' };
  const customer = await at.payments.ensureCustomer(facts, key());
  await at.sandbox.setCard(customer, cardNumbers.pays);
  await at.payments.subscribe({ customer, priceId: catalog.prime.id, quantity: 1, promotion: null, metadata }, key());
  return customer;
};
const received = async (): Promise<EventHead[]> =>
  await Promise.all(deliveries.splice(0).map(({ raw, signature }) => at.payments.verify(raw, signature)));

describe('events of the sandbox', () => {
  it('are posted to our own webhook, signed, in order and once', async () => {
    const customer = await buy();
    const accepted = await at.sandbox.deliver();
    expect(deliveries.every(({ url }) => url === 'POST /webhooks/stripe')).toBe(true);
    const events = await received();
    expect(events).toHaveLength(accepted);
    const types = events.filter((one) => one.customer === customer).map(({ type }) => type);
    expect(types.indexOf('customer.created')).toBe(0);
    expect(types.indexOf('invoice.paid')).toBeGreaterThan(types.indexOf('customer.subscription.created'));
    expect(events.every(({ livemode }) => !livemode)).toBe(true);
    expect(await at.sandbox.deliver()).toBe(0);
  });

  it('are sent again until they are accepted, and can be listed meanwhile', async () => {
    await buy();
    status = 500;
    expect(await at.sandbox.deliver()).toBe(0);
    const refused = await received();
    status = 200;
    expect(await at.sandbox.deliver()).toBe(refused.length);
    expect((await received()).map(({ id }) => id)).toEqual(refused.map(({ id }) => id));
    const listed = [];
    for await (const { id } of at.payments.eventsSince(at.now())) listed.push(id);
    expect(listed).toEqual(expect.arrayContaining(refused.map(({ id }) => id)));
  });

  it('wait while nobody listens, and are given up after three days', async () => {
    const { port } = at.deps.config;
    at.deps.config.port = 1;
    await buy();
    expect(await at.sandbox.deliver()).toBe(0);
    const before = at.now();
    at.setNow(new Date(before.getTime() + 4 * 86_400_000));
    expect(await at.sandbox.deliver()).toBe(0);
    at.deps.config.port = port;
    expect(await at.sandbox.deliver()).toBe(0);
    at.setNow(before);
  });

  it('follow a clock that is moved', async () => {
    const customer = await buy();
    await at.sandbox.deliver();
    deliveries.length = 0;
    await at.sandbox.setCard(customer, cardNumbers.declined);
    await at.sandbox.moveClock(customer, 60);
    await at.sandbox.deliver();
    const types = (await received()).map(({ type }) => type);
    expect(types.filter((type) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(types.at(-1)).toBe('customer.subscription.deleted');
  });
});

describe('a signature', () => {
  const payload = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    created: 1_773_000_000,
    livemode: false,
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  });
  const sign = (secret: string, timestamp = Math.floor(Date.now() / 1000)): string =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const verify = async (signature: string, raw = payload): Promise<EventHead> =>
    await at.payments.verify(Buffer.from(raw), signature);
  const refused = { kind: 'badSignature' };

  it('is accepted by the secret of this installation', async () => {
    expect(await verify(sign(await webhookSecret(at.deps)))).toEqual({
      id: 'evt_1',
      type: 'invoice.paid',
      created: new Date(1_773_000_000_000),
      customer: 'cus_1',
      livemode: false,
    });
  });

  it('is refused if it is missing, malformed, old, of another secret or of other bytes', async () => {
    const secret = await webhookSecret(at.deps);
    await expect(verify('')).rejects.toMatchObject(refused);
    await expect(verify('t=1,v1=0')).rejects.toMatchObject(refused);
    await expect(verify('nonsense')).rejects.toMatchObject(refused);
    await expect(verify(sign('whsec_other'))).rejects.toMatchObject(refused);
    await expect(verify(sign(secret, Math.floor(Date.now() / 1000) - 600))).rejects.toMatchObject(refused);
    await expect(verify(sign(secret), payload.replace('cus_1', 'cus_2'))).rejects.toMatchObject(refused);
    await expect(verify(sign(secret), `${payload} `)).rejects.toMatchObject(refused);
  });

  it('may be of either secret while one is replaced, but never of an empty one', async () => {
    const secrets = ['whsec_old', 'whsec_new', ''];
    const { deps, stripe } = at;
    const payments = stripePayments({
      stripe,
      clock: deps.clock,
      log: deps.log,
      tax: 'none',
      mode: 'test',
      webhookSecrets: () => Promise.resolve(secrets),
      portalConfiguration: undefined,
    });
    for (const secret of secrets.slice(0, 2))
      expect((await payments.verify(Buffer.from(payload), sign(secret))).id).toBe('evt_1');
    await expect(payments.verify(Buffer.from(payload), sign('whsec_third'))).rejects.toMatchObject(refused);
    secrets.splice(0, 2);
    await expect(payments.verify(Buffer.from(payload), 't=1,v1=')).rejects.toMatchObject(refused);
  });
});
