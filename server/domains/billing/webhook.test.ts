import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { billingAdmin } from '#contract/api/billing-admin.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

const [present, next, foreign] = ['whsec_present', 'whsec_next', 'whsec_foreign'];

let portal: TestPortal;
let admin: TestClient;
let anyone: TestClient;

beforeAll(async () => {
  portal = await testPortal({
    config: {
      stripe: {
        secretKey: 'sk_test_nobody',
        webhookSecrets: [present, next],
        tax: 'none',
        portalConfiguration: undefined,
      },
    },
  });
  admin = await portal.as(await portal.make.person({ admin: true }));
  anyone = await portal.as(undefined);
});
afterAll(() => portal.close());

let nth = 0;
const event = (more: object = {}) =>
  JSON.stringify({
    id: `evt_${String(++nth)}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    data: { object: { object: 'subscription', id: 'sub_1', customer: 'cus_hook' } },
    ...more,
  });

const signature = (body: string, secret: string, ageS = 0): string => {
  const time = Math.floor(Date.now() / 1000) - ageS;
  return `t=${String(time)},v1=${createHmac('sha256', secret)
    .update(`${String(time)}.${body}`)
    .digest('hex')}`;
};
const post = (body: string, header: string | undefined, type = 'application/json') =>
  anyone.send('POST', '/webhooks/stripe', body, {
    'content-type': type,
    ...(header === undefined ? {} : { 'stripe-signature': header }),
  });
const stored = async (id?: string) =>
  (await admin.ok(billingAdmin.events, { query: { limit: 100 } })).entities.filter(
    (one) => id === undefined || one.id === id,
  );

describe('an event', () => {
  test('is stored once and answered, however often it comes', async () => {
    const body = event();
    for (let i = 0; i < 3; i++) {
      const reply = await post(body, signature(body, present));
      expect([reply.status, await reply.json()]).toEqual([200, { received: true }]);
    }
    const { id } = JSON.parse(body) as { id: string };
    expect(await stored(id)).toMatchObject([{ type: 'customer.subscription.updated', state: 'new', account: null }]);
  });

  test('is accepted with either secret while one is replaced', async () => {
    const body = event();
    expect((await post(body, signature(body, next))).status).toBe(200);
  });

  test('without a customer needs nothing to be done', async () => {
    const body = event({ type: 'price.created', data: { object: { object: 'price', id: 'price_1' } } });
    expect((await post(body, signature(body, present))).status).toBe(200);
    expect(await stored((JSON.parse(body) as { id: string }).id)).toMatchObject([{ state: 'ignored' }]);
  });
});

describe('what is refused', () => {
  const refused = async (body: string, header: string | undefined) => {
    const before = await stored();
    const reply = await post(body, header);
    const { error } = (await reply.json()) as { error: { code: string } };
    expect(await stored()).toEqual(before);
    return [reply.status, error.code];
  };

  test.each([
    ['no signature', () => undefined],
    ['an empty signature', () => ''],
    ['a signature of another form', () => 'v1=abc'],
    ['another secret', (body: string) => signature(body, foreign)],
    ['a signature ten minutes old', (body: string) => signature(body, present, 600)],
    ['the signature of other bytes', (body: string) => signature(`${body} `, present)],
  ])('%s', async (_what, sign) => {
    const body = event();
    expect(await refused(body, sign(body))).toEqual([400, 'payment.badSignature']);
  });

  test('an event of the other mode', async () => {
    const body = event({ livemode: true });
    expect(await refused(body, signature(body, present))).toEqual([400, 'payment.badSignature']);
  });

  test('a body above 512 kB, before its signature is checked', async () => {
    const body = event({ data: { object: { padding: 'x'.repeat(512 * 1024) } } });
    expect((await refused(body, signature(body, present)))[0]).toBe(413);
  });
});

test('where payments are real there is no sandbox', async () => {
  const account = await portal.make.account();
  const replies = [
    await admin.call(billingAdmin.sandboxClock, { body: { account, days: 1 } }),
    await admin.call(billingAdmin.sandboxCard, { body: { account, number: '4242 4242 4242 4242' } }),
  ];
  for (const reply of replies) expect([reply.status, reply.json.error.code]).toEqual([404, 'sandbox.off']);
  expect(portal.sandbox).toBeUndefined();
  expect((await admin.ok(billingAdmin.events, {})).mode).toBe('test');
});
