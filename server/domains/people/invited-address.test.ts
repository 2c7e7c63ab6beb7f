import { afterAll, beforeAll, expect, it } from 'vitest';
import { people } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { workIdentity } from '#server/engines/identity/identity.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { brand } from '#brands/skywave/brand.ts';
import { testBrowser } from '#server/testing/browser.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, password } from '#server/testing/realm.ts';

/* An attacker registers an invited e-mail address before its owner does. */

let at: TestPortal;
beforeAll(async () => {
  const oidcIssuer = 'http://portal.test/realms/skywave';
  at = await testPortal({ config: { embeddedIdentity: true, oidcIssuer } });
  await workIdentity({
    ...at.kernel,
    brand,
    registration: async () => 'everyone',
    needsSecondFactor: async () => false,
  });
});
afterAll(() => at.close());

const grant = (email: string, secret: string) =>
  requestToken(`${at.url}/realms/skywave`, {
    client_id: 'skywave-cli',
    grant_type: 'password',
    username: email,
    password: secret,
  });
const signIn = async (email: string, secret: string): Promise<TestClient> =>
  testClient(at.url, (await grant(email, secret)).tokens.access_token);

/** The link of the next e-mail to this address, as a path of this portal. */
const linkTo = async (email: string): Promise<string> => {
  const next = () => at.mails.findIndex(({ to, subject }) => to === email && subject.startsWith('Confirm'));
  await expect.poll(next, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(0);
  const [sent] = at.mails.splice(next(), 1);
  return (sent?.action?.url ?? '').replace('http://portal.test', '');
};

it("gives an invitation to the owner of its e-mail, who confirmed an attacker's registration", async () => {
  const owner = { email: 'owner@example.org', first_name: 'Own', last_name: 'Er' };
  await addPerson(at.kernel.db, { ...owner, password_hash: await hashPassword(password) });
  const asOwner = await signIn(owner.email, password);
  const { id } = await asOwner.ok(session.me);
  const account = await at.make.account({ company: 'Invited to' });
  await at.make.accountMember(account, { id, subject: '', email: owner.email }, 'owner');
  const email = 'newbie@example.org';
  await asOwner.ok(people.inviteToAccount, { params: { id: account, role: 'admin' }, query: { email }, body: {} });

  const attacker = testBrowser(at.url);
  const values = { first_name: 'At', last_name: 'Tacker', email, password: 'attackers pass 9' };
  await attacker.submit(await attacker.open('/realms/skywave/register'), values);
  const victim = testBrowser(at.url);
  const link = await linkTo(email);
  const confirmed = await victim.submit(await victim.open(link));
  expect(confirmed.text).toContain('Choose your password');
  expect((await grant(email, 'attackers pass 9')).tokens.error).toBe('invalid_grant');

  const chosen = { first_name: 'New', last_name: 'Bie', password: 'the words of the owner' };
  expect((await victim.submit(confirmed, chosen)).text).toContain('Your e-mail is confirmed');
  expect((await grant(email, 'attackers pass 9')).tokens.error).toBe('invalid_grant');
  const invites = await (await signIn(email, chosen.password)).ok(people.myInvites);
  expect(invites.map(({ account_key }) => account_key)).toEqual([account]);
});
