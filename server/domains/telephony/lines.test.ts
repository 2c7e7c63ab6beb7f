import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Telephony, TelephonyState } from '#contract/engine/engine-calls.ts';
import { secretMask } from '#contract/api/portal.ts';
import { telephonyAdmin, type TrunkFields } from '#contract/api/telephony-admin.ts';
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

const twilio: TrunkFields = {
  ...{ ...carrier, kind: 'twilio', username: 'AC1', secret: 'an auth token' },
  public_url: 'https://calls.example.com',
};

test('a line of a cloud carrier needs no addresses, and the engine gets its token', async () => {
  const added = (await add(twilio)).json;
  expect(added).toMatchObject({ kind: 'twilio', addresses: [], secret: secretMask, transport: 'tls', srtp: 'off' });
  expect((await sent()).trunks).toMatchObject([
    { kind: 'twilio', username: 'AC1', secret: 'an auth token', public_key: null, public_url: twilio.public_url },
  ]);
  const key = Buffer.alloc(32, 1).toString('base64');
  const telnyx: TrunkFields = { ...twilio, kind: 'telnyx', public_key: key };
  const change = (fields: TrunkFields) =>
    admin.call(telephonyAdmin.changeTrunk, { params: { trunkId: added.id }, body: fields });
  // The token of one carrier is not sent to another.
  expect((await change({ ...telnyx, secret: secretMask })).json.error.code).toBe('ctl.tokenMissing');
  await change({ ...twilio, secret: secretMask });
  expect((await sent()).trunks).toMatchObject([{ secret: 'an auth token' }]);
  await change({ ...telnyx, secret: 'an API key' });
  expect((await sent()).trunks).toMatchObject([
    { kind: 'telnyx', username: null, secret: 'an API key', public_key: key },
  ]);
  await change(carrier);
  expect((await sent()).trunks).toMatchObject([{ kind: 'sip', public_key: null, public_url: null }]);
});

test('a line of a cloud carrier is refused without its token, its key or an address that the carrier can call', async () => {
  const wrong = async (fields: Partial<TrunkFields>) => {
    const { error } = (await add({ ...twilio, ...fields })).json;
    return [error.code, Object.keys(error.fields ?? {})];
  };
  expect(await wrong({ public_url: null })).toEqual(['request.invalid', ['public_url']]);
  expect(await wrong({ public_url: 'http://calls.example.com' })).toEqual(['request.invalid', ['public_url']]);
  expect(await wrong({ public_url: 'https://calls.example.com/"/>' })).toEqual(['request.invalid', ['public_url']]);
  expect(await wrong({ secret: null })).toEqual(['request.invalid', ['secret']]);
  expect(await wrong({ kind: 'telnyx', public_key: 'short' })).toEqual(['request.invalid', ['public_key']]);
  expect(await wrong({ kind: 'sip', addresses: [] })).toEqual(['request.invalid', ['addresses']]);
});
