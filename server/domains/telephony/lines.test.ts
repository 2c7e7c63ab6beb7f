import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Telephony, TelephonyState } from '#contract/engine-calls.ts';
import { secretMask } from '#contract/portal.ts';
import { telephonyAdmin, type TrunkFields } from '#contract/telephony-admin.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { sendTelephony, telephonyDocument } from './push-telephony.ts';

let portal: TestPortal;
let admin: TestClient;

beforeAll(async () => {
  portal = await testPortal();
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(() => portal.kernel.db.deleteFrom('phone_trunks').execute());

const carrier: TrunkFields = {
  ...{ kind: 'sip', public_key: null, public_url: null },
  ...{ name: 'My Carrier', addresses: ['203.0.113.7/24', '203.0.113.0/24'], username: 'us', secret: 'a secret' },
  ...{ transport: 'udp', srtp: 'off', number_from: 'uri', media: 'same', active: true },
};
const add = (changes: Partial<TrunkFields> = {}) =>
  admin.call(telephonyAdmin.addTrunk, { body: { ...carrier, ...changes } });
const sent = () => telephonyDocument(portal.kernel);

test('the engine gets active lines with their passwords, which nobody else does', async () => {
  expect(await sent()).toMatchObject({ sandbox: true, trunks: [], host: '' });
  const { revision } = await sent();
  const added = await add();
  expect(added.json).toMatchObject({ id: 'my-carrier', addresses: ['203.0.113.0/24'], secret: secretMask });
  expect((await add()).json.id).toBe('my-carrier-2');
  const document = await sent();
  expect(document).toMatchObject({ sandbox: false, trunks: [{ id: 'my-carrier', secret: 'a secret' }, {}] });
  expect(document.revision).toBeGreaterThan(revision);
  const stored = await portal.kernel.db.selectFrom('phone_trunks').select('secret').execute();
  expect(JSON.stringify(stored)).not.toContain('a secret');
});

test('a mask keeps the password, another one replaces it, and without a user name there is none', async () => {
  const { id } = (await add()).json;
  const change = (changes: Partial<TrunkFields>) =>
    admin.call(telephonyAdmin.changeTrunk, { params: { trunkId: id }, body: { ...carrier, ...changes } });
  const secret = async () => (await sent()).trunks[0]?.secret;
  await change({ secret: secretMask });
  expect(await secret()).toBe('a secret');
  await change({ secret: 'another' });
  expect(await secret()).toBe('another');
  await change({ username: null, secret: secretMask });
  expect(await secret()).toBeNull();
  await change({ active: false });
  expect(await sent()).toMatchObject({ sandbox: false, trunks: [] });
});

test('a line is refused without a password for its user, or with encrypted sound but no TLS', async () => {
  expect((await add({ secret: null })).json.error.code).toBe('ctl.passwordMissing');
  expect((await add({ srtp: 'required' })).json.error.code).toBe('ctl.encryptionNeedsTls');
  expect((await add({ addresses: ['carrier.example'] })).json.error.code).toBe('request.invalid');
});

test('an engine with a newer document, as after a restored backup, gets a higher revision', async () => {
  let has: Telephony | undefined;
  let revision = (await sent()).revision + 40;
  const engine = {
    put: (document: Telephony) => {
      if (document.revision < revision) return Promise.resolve(false);
      [has, revision] = [document, document.revision];
      return Promise.resolve(true);
    },
    state: () => Promise.resolve({ revision } as TelephonyState),
  };
  await sendTelephony(portal.kernel, engine);
  expect(has?.revision).toBe(revision);
});
