import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts } from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { PaymentError, type TaxNumber } from '#server/engines/payments/port.ts';
import type { VatAnswer } from '#server/engines/vat/port.ts';
import type { TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { checkVat, type VatDeps } from './check-vat.ts';
import { dueVatChecks, findVatCheck } from './vat.repo.ts';
import { workVat } from './vat.work.ts';

let portal: TestPortal;
let admin: TestClient;
let owner: TestClient;
let account: AccountKey;
let now = new Date('2026-11-23T12:00:00Z');

/** What the register answers, and which tax number the provider's customer has. */
let answers: VatAnswer[] = [];
let asked: string[] = [];
let attached: TaxNumber | null | undefined;
const valid: VatAnswer = { state: 'valid', name: 'Wave GmbH', address: 'Berlin', consultation: 'WAPI1' };
const unavailable: VatAnswer = { state: 'unavailable', reason: 'MS_UNAVAILABLE' };

beforeAll(async () => {
  portal = await testPortal({ clock: { now: () => now } });
  admin = await portal.as(await portal.make.person({ admin: true }));
});
afterAll(() => portal.close());
beforeEach(async () => {
  now = new Date('2026-11-23T12:00:00Z');
  [answers, asked, attached] = [[], [], undefined];
  const person = await portal.make.person();
  owner = await portal.as(person);
  account = await portal.make.account();
  await portal.make.accountMember(account, person, 'owner');
  const customer = { account_key: account, customer: `cus_${account}`, mode: 'sandbox', currency: 'usd' } as const;
  await portal.kernel.db.insertInto('billing_customers').values(customer).execute();
});

const deps = (): VatDeps => ({
  ...portal.kernel,
  payments: {
    mode: 'sandbox',
    setTaxNumber: (_customer, tax) => Promise.resolve(void (attached = tax)),
  },
  vat: {
    check: ({ country, number }) => {
      asked.push(country + number);
      return Promise.resolve(answers.shift() ?? unavailable);
    },
  },
});
const check = () => checkVat(deps(), account);
const change = (body: object, client = owner) => client.ok(accounts.update, { params: { key: account }, body });
const isValid = async () => (await owner.ok(accounts.get, { params: { key: account } })).vatid_valid;
const state = async () => (await findVatCheck(portal.kernel.db, account))?.state;

describe('a VAT number of a member state', () => {
  test('shifts the tax only once the register has confirmed it, with its receipt', async () => {
    await change({ country: 'DE', vatid: 'DE 123 456 789' });
    expect([await state(), await isValid()]).toEqual(['pending', false]);
    answers = [valid];
    await check();
    expect(asked).toEqual(['DE123456789']);
    expect(attached).toEqual({ country: 'DE', number: '123456789', verified: true });
    expect(await isValid()).toBe(true);
    expect(await findVatCheck(portal.kernel.db, account)).toMatchObject({
      state: 'valid',
      name: 'Wave GmbH',
      consultation: 'WAPI1',
      checked: now,
      next_attempt: null,
    });
  });

  test('is not attached if the register does not know it', async () => {
    await change({ country: 'GR', vatid: '123456789' });
    answers = [{ state: 'invalid' }];
    await check();
    expect([asked, attached]).toEqual([['EL123456789'], null]);
    expect([await state(), await isValid()]).toEqual(['invalid', false]);
  });

  test('is asked for again hourly for seven days while the register is unavailable; until then VAT is charged', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    let attempts = 0;
    for (; (await dueVatChecks(portal.kernel.db, now, 10)).includes(account); attempts++) {
      await check();
      expect(attached).toBeNull();
      now = new Date(now.getTime() + 3_600_000);
    }
    expect(attempts).toBe(168);
    expect([await state(), await isValid()]).toEqual(['pending', false]);
  });

  test('is attached as soon as the register is back', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    answers = [unavailable, valid];
    await check();
    expect(await dueVatChecks(portal.kernel.db, now, 10)).not.toContain(account);
    now = new Date(now.getTime() + 3_600_000);
    expect(await dueVatChecks(portal.kernel.db, now, 10)).toContain(account);
    await check();
    expect(attached).toMatchObject({ verified: true });
  });

  test('loses its confirmation with a new number or country, at the provider too', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    answers = [valid, unavailable];
    await check();
    await change({ vatid: 'DE7654321' });
    expect(await isValid()).toBe(false);
    await check();
    expect([asked.at(-1), attached]).toEqual(['DE7654321', null]);
    await change({ country: 'FR' });
    await check();
    expect([asked.length, attached, await state()]).toEqual([2, null, 'invalid']);
    await change({ vatid: '' });
    await check();
    expect([attached, await state()]).toEqual([null, undefined]);
  });

  test('keeps the answer from an older question away from a number entered meanwhile', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    const slow = deps();
    slow.vat.check = async () => {
      await change({ vatid: 'DE7654321' });
      return valid;
    };
    await checkVat(slow, account);
    expect([await state(), await isValid(), attached]).toEqual(['pending', false, null]);
  });

  test('stays as it is when other fields change', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    answers = [valid];
    await check();
    await change({ city: 'Berlin', vatid: 'DE1234567', country: 'DE' });
    expect([await state(), await isValid()]).toEqual(['valid', true]);
  });

  test('can be confirmed or rejected by a portal administrator', async () => {
    await change({ country: 'DE', vatid: 'DE1234567' });
    await change({ vatid_valid: true }, admin);
    await check();
    expect([asked, attached]).toEqual([[], { country: 'DE', number: '1234567', verified: true }]);
    await change({ vatid_valid: false }, admin);
    await check();
    expect([await state(), attached]).toEqual(['invalid', null]);
  });
});

test('a number from outside the EU is only text', async () => {
  await change({ country: 'CH', vatid: 'CHE-123.456.789' });
  await check();
  expect([asked, attached]).toEqual([[], { country: 'CH', number: 'CHE-123.456.789', verified: false }]);
  expect(await isValid()).toBe(false);
});

test('a number that was entered before payments existed is verified at the first purchase', async () => {
  const { db } = portal.kernel;
  await db.deleteFrom('billing_customers').where('account_key', '=', account).execute();
  await db
    .updateTable('accounts')
    .set({ country: 'DE', vatid: 'DE1' + '234567' })
    .where('key', '=', account)
    .execute();
  answers = [valid];
  await checkVat(deps(), account, { customer: 'cus_new', timeoutMs: 1000 });
  expect(attached).toMatchObject({ verified: true });
  expect(await isValid()).toBe(true);
});

test('an account that is created with a number has it verified', async () => {
  const body = { company: 'Wave', email: 'a@wave.test', country: 'DE', vatid: 'DE1234567' };
  const created = await owner.ok(accounts.create, { body });
  expect(await findVatCheck(portal.kernel.db, created.key)).toMatchObject({ state: 'pending', number: '1234567' });
});

test('a changed number is verified and attached by a job, also after the provider was away', async () => {
  let away = true;
  // The jobs of accounts of the tests before run here too.
  const setTaxNumber = (customer: string, tax: TaxNumber | null) => {
    if (customer !== `cus_${account}`) return Promise.resolve();
    if (away) return Promise.reject(new PaymentError('unavailable', ''));
    attached = tax;
    return Promise.resolve();
  };
  const sent: object[] = [];
  const { jobs } = portal.kernel;
  const send: typeof jobs.send = async (name, data, options = {}) => {
    sent.push(options);
    if (options.singletonKey === account) away = false;
    await jobs.send(name, data, { ...options, startAfterS: 0 });
  };
  const check: VatDeps['vat']['check'] = ({ country, number }) => {
    asked.push(country + number);
    return Promise.resolve(valid);
  };
  await workVat({ ...deps(), vat: { check }, jobs: { ...jobs, send }, payments: { mode: 'sandbox', setTaxNumber } });
  await change({ country: 'DE', vatid: 'DE1234567' });
  await portal.drain();
  await expect.poll(() => attached, { timeout: 30_000 }).toMatchObject({ number: '1234567', verified: true });
  expect(sent).toContainEqual({ singletonKey: account, startAfterS: 300 });
  expect(asked).toContain('DE1234567');
});
