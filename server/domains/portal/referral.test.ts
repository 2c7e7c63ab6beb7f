import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portal as calls } from '#contract/api/portal.ts';
import { httpReferral } from '#server/engines/referral/http-referral.ts';
import { guardedOutbound } from '#server/kernel/outbound/guarded.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workReferral } from './referral.service.ts';

let portal: TestPortal;
let tracker: Server;
let isBroken = true;
const received: { path: string; token: string | undefined; body: unknown }[] = [];

beforeAll(async () => {
  tracker = createServer((request, reply) => {
    void text(request).then((body) => {
      const { url: path = '', headers } = request;
      if (!isBroken) received.push({ path, token: headers.authorization, body: JSON.parse(body) as unknown });
      reply.writeHead(isBroken ? 503 : 204).end();
      isBroken = false;
    });
  });
  await new Promise<void>((listening) => tracker.listen(0, '127.0.0.1', listening));
  portal = await testPortal();
  const outbound = guardedOutbound({ isAllowed: (address) => address === '127.0.0.1', isPortAllowed: () => true });
  await workReferral(portal.kernel, httpReferral(outbound));
});
afterAll(async () => {
  await portal.close();
  tracker.close();
});

test('accepts codes and sends nothing without a configured tracker', async () => {
  const person = await portal.as(await portal.make.person());
  const nobody = await portal.as(undefined);
  await nobody.ok(calls.referralClick, { params: { code: 'friend' } });
  await person.ok(calls.referralCustomer, { body: { code: 'friend' } });
  expect(await portal.kernel.db.selectFrom('referrals').selectAll().execute()).toEqual([]);
});

test('sends clicks, and every customer once, to the tracker, retried until accepted', async () => {
  const admin = await portal.as(await portal.make.person({ admin: true }));
  const url = `http://127.0.0.1:${String((tracker.address() as AddressInfo).port)}/v2/`;
  await admin.ok(calls.setSettings, { body: { referral: { url, token: 'our token' } } });
  const who = await portal.make.person();
  const person = await portal.as(who);
  const nobody = await portal.as(undefined);

  await nobody.ok(calls.referralClick, { params: { code: 'friend' } });
  await expect.poll(() => received, { timeout: 20_000 }).toHaveLength(1);
  expect(received[0]).toEqual({ path: '/v2/clicks', token: 'Bearer our token', body: { code: 'friend' } });

  await person.ok(calls.referralCustomer, { body: { code: 'friend' } });
  await person.ok(calls.referralCustomer, { body: { code: 'another' } });
  await portal.drain();
  await expect.poll(() => received, { timeout: 20_000 }).toHaveLength(2);
  expect(received[1]).toEqual({
    path: '/v2/customers',
    token: 'Bearer our token',
    body: { code: 'friend', email: who.email, status: 'new' },
  });
  const referral = () => portal.kernel.db.selectFrom('referrals').select('reported_at').executeTakeFirst();
  await expect.poll(async () => (await referral())?.reported_at, { timeout: 20_000 }).toBeInstanceOf(Date);
});

test('accepts at most thirty clicks an hour from one IP address', async () => {
  const nobody = await portal.as(undefined);
  const replies = [];
  for (let i = 0; i < 31; i++) replies.push((await nobody.call(calls.referralClick, { params: { code: 'x' } })).status);
  expect(replies.at(-1)).toBe(429);
  expect((await nobody.call(calls.referralClick, { params: { code: 'not a code!' } })).status).toBe(429);
});
