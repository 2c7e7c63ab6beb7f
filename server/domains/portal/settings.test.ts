import { afterAll, beforeAll, expect, test } from 'vitest';
import { portal as calls, secretMask } from '#contract/api/portal.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { portalSettings } from '#server/platform/settings.ts';

let portal: TestPortal;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());

test('starts with the defaults, and changes only the given settings', async () => {
  expect(await admin.ok(calls.settings)).toMatchObject({
    support_email: '',
    account_creation: 'everyone',
    registration: 'everyone',
    trial_days: 30,
    listening_days: 400,
  });
  const changed = await admin.ok(calls.setSettings, { body: { support_email: 'Help@Wave.test', trial_days: 14 } });
  expect(changed).toMatchObject({ support_email: 'help@wave.test', trial_days: 14, registration: 'everyone' });
  await admin.ok(calls.setSettings, { body: { registration: 'invited' } });
  expect(await admin.ok(calls.settings)).toMatchObject({ trial_days: 14, registration: 'invited' });
});

test('masks secrets: sending the mask leaves them, an empty string removes them', async () => {
  const script = 'https://chat.example/widget.js';
  const widget = { script, secret: 'very secret' };
  const token = 'referral token';
  const shown = await admin.ok(calls.setSettings, {
    body: { chat_widgets: { primary: widget }, referral: { url: 'https://refer.example', token } },
  });
  expect(shown.chat_widgets.primary).toEqual({ script, secret: secretMask });
  expect(JSON.stringify(shown)).not.toContain('very secret');

  await admin.ok(calls.setSettings, { body: { ...shown, chat_widgets: { ...shown.chat_widgets } } });
  const stored = await portalSettings(portal.kernel.db);
  expect(stored.chat_widgets.primary.secret).toBe('very secret');
  expect(stored.chat_widgets.secondary.secret).toBe('');
  expect(stored.referral.token).toBe(token);

  await admin.ok(calls.setSettings, { body: { referral: { token: '' } } });
  expect((await portalSettings(portal.kernel.db)).referral).toEqual({ url: 'https://refer.example', token: '' });
});

test('applies concurrent changes without losing one', async () => {
  await Promise.all([
    admin.ok(calls.setSettings, { body: { terms_url: 'https://wave.test/terms' } }),
    admin.ok(calls.setSettings, { body: { privacy_url: 'https://wave.test/privacy' } }),
  ]);
  expect(await admin.ok(calls.settings)).toMatchObject({
    terms_url: 'https://wave.test/terms',
    privacy_url: 'https://wave.test/privacy',
  });
});

test('names the invalid fields', async () => {
  const reply = await admin.call(calls.setSettings, {
    body: { support_email: 'nobody', trial_days: 0, referral: { url: 'javascript:alert(1)' } },
  });
  expect(reply.status).toBe(400);
  expect(Object.keys(reply.json.error.fields ?? {}).sort()).toEqual(['referral.url', 'support_email', 'trial_days']);
});

test('stores the podcast ads settings', async () => {
  const before = await admin.ok(calls.podcastAds);
  const body = { ...before, enabled: true, mid_roll: 4, cpm: 2500 };
  expect(await admin.ok(calls.setPodcastAds, { body })).toEqual(body);
  expect(await admin.ok(calls.podcastAds)).toEqual(body);
  expect((await admin.call(calls.setPodcastAds, { body: { ...body, mid_roll: 51 } })).status).toBe(400);
});
