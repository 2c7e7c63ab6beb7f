import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAdminSuite, secretIn } from '#server/testing/account-admin-suite.ts';
import { requestToken, password, testRealm, type TestRealm } from '#server/testing/realm.ts';
import { embeddedAccountAdmin } from './account-admin.ts';

let at: TestRealm;
beforeAll(async () => {
  at = await testRealm();
  await at.work();
});
afterAll(() => at.close());

const signIn = async (email: string, secret: string) => {
  const fields = { client_id: 'skywave-cli', grant_type: 'password', username: email, password: secret };
  const { status, tokens } = await requestToken(at.realm, fields);
  if (status !== 200) return undefined;
  return { claims: decodeJwt(tokens.access_token), refresh: tokens.refresh_token };
};

const nextEmail = async () => {
  const { to, subject = '', text = '' } = await at.letter();
  return { to: [to].flat()[0]?.text ?? '', subject, text };
};

describe('the embedded provider', () => {
  accountAdminSuite(() => ({
    admin: embeddedAccountAdmin(at.kernel),
    person: async (email) => (await at.person(email))?.id ?? '',
    password,
    signIn,
    canRefresh: async (refresh_token) => {
      const fields = { client_id: 'skywave-cli', grant_type: 'refresh_token', refresh_token };
      return (await requestToken(at.realm, fields)).status === 200;
    },
    nextEmail,
  }));

  it('leaves the e-mail unchanged if the link is not opened within a day', async () => {
    const person = await at.person('slow@example.org');
    await embeddedAccountAdmin(at.kernel).changeEmail(person?.id ?? '', 'slower@example.org');
    const emails = [await nextEmail(), await nextEmail()];
    const secret = emails.map(({ text }) => secretIn(text)).find((found) => found !== '') ?? '';
    at.pass(24 * 3600 + 1);
    const confirmed = embeddedAccountAdmin(at.kernel).confirmEmail(person?.id ?? '', secret);
    await expect(confirmed).rejects.toMatchObject({ code: 'profile.linkOver' });
  });

  it("stores only the hash of a link's secret", async () => {
    const person = await at.person('hashed@example.org');
    await embeddedAccountAdmin(at.kernel).changeEmail(person?.id ?? '', 'hashed2@example.org');
    const emails = [await nextEmail(), await nextEmail()];
    const secret = emails.map(({ text }) => secretIn(text)).find((found) => found !== '') ?? '-';
    const links = await at.kernel.db.selectFrom('idp_links').selectAll().execute();
    expect(JSON.stringify(links)).not.toContain(secret);
  });
});
