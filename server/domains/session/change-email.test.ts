import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contract/texts/errors.ts';
import { people } from '#contract/api/people.ts';
import { session } from '#contract/api/session.ts';
import { signIn } from '#contract/api/sign-in.ts';
import { workIdentity } from '#server/engines/identity/identity.ts';
import { hashPassword } from '#server/engines/identity/passwords.ts';
import { addPerson } from '#server/engines/identity/people.ts';
import { identityKernel } from '#server/identity-kernel.ts';
import { brand } from '#brands/skywave/brand.ts';
import { testBrowser } from '#server/testing/browser.ts';
import { testClient, type TestClient } from '#server/testing/client.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { requestToken, password } from '#server/testing/realm.ts';

/* Only the person who requested a new e-mail can confirm it; the mailbox owner alone cannot. */

let at: TestPortal;
beforeAll(async () => {
  at = await testPortal({ config: { embeddedIdentity: true, oidcIssuer: 'http://portal.test/realms/skywave' } });
  await workIdentity(identityKernel(at.kernel, brand));
});
afterAll(() => at.close());

const tokenOf = async (email: string): Promise<string> => {
  const fields = { client_id: 'skywave-cli', scope: 'openid', grant_type: 'password', username: email, password };
  return (await requestToken(`${at.url}/realms/skywave`, fields)).tokens.access_token;
};
const person = async (email: string): Promise<TestClient> => {
  const password_hash = await hashPassword(password);
  await addPerson(at.kernel.db, { email, password_hash, first_name: 'Grace', last_name: 'Hopper' });
  return testClient(at.url, await tokenOf(email));
};
/** The link in the message to a new e-mail address. */
const linkTo = async (email: string): Promise<URL> => {
  const next = () => at.mails.findIndex(({ to, action }) => to === email && /new e-mail/.test(action?.label ?? ''));
  await expect.poll(next, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(0);
  const [sent] = at.mails.splice(next(), 1);
  return new URL(sent?.action?.url ?? '');
};
const secretIn = ({ pathname }: URL): string => pathname.split('/').at(-1) ?? '';
const refusal = ({ status, text }: { status: number; text: string }) => [
  status,
  (JSON.parse(text) as ErrorReply).error.code,
];
const requestEmail = async (caller: TestClient, email: string): Promise<URL> => {
  expect((await caller.call(session.email, { body: { email } })).status).toBe(204);
  return linkTo(email);
};

describe('a stranger who requests the e-mail of an invited person', () => {
  it('gets neither the e-mail nor the invitation when the mailbox owner follows the link', async () => {
    const stranger = await person('stranger@example.com');
    await at.kernel.db
      .insertInto('invitations')
      .values({
        id: 'waiting',
        token_hash: 'waiting',
        scope: 'portal',
        email: 'invited@example.com',
        role: 'admin',
        expires_at: new Date(Date.now() + 3_600_000),
      })
      .execute();
    const link = await requestEmail(stranger, 'invited@example.com');
    // The owner of the mailbox, not signed in, submits any form on the page.
    const browser = testBrowser(at.url);
    const page = await browser.open(link.pathname + link.search);
    if (page.text.includes('<form')) await browser.submit(page);
    // And signed in as themselves.
    const victim = await person('victim@example.com');
    const body = { token: secretIn(link) };
    expect(refusal(await victim.call(signIn.emailLink, { body }))).toEqual([403, 'profile.linkOfAnother']);
    expect(refusal(await victim.call(signIn.confirmEmail, { body }))).toEqual([403, 'profile.linkOfAnother']);
    expect((await testClient(at.url, undefined).call(signIn.confirmEmail, { body })).status).toBe(401);

    expect((await stranger.ok(session.me)).email).toBe('stranger@example.com');
    expect((await victim.ok(session.me)).email).toBe('victim@example.com');
    expect(await testClient(at.url, await tokenOf('stranger@example.com')).ok(people.myInvites)).toEqual([]);
  });
});

describe('the person who requested the change', () => {
  it('confirms the link in their own session, and has the new e-mail immediately', async () => {
    const ada = await person('ada@example.com');
    const body = { token: secretIn(await requestEmail(ada, 'countess@example.com')) };
    expect(await ada.ok(signIn.emailLink, { body })).toEqual({
      email: 'countess@example.com',
      was: 'ada@example.com',
    });
    expect((await ada.ok(session.me)).email).toBe('ada@example.com');
    expect(await ada.ok(signIn.confirmEmail, { body })).toEqual({ email: 'countess@example.com' });
    expect((await ada.ok(session.me)).authentication).toEqual({ email: 'countess@example.com', verified: true });
    expect((await testClient(at.url, await tokenOf('countess@example.com')).call(session.me)).status).toBe(200);
    for (const call of [signIn.emailLink, signIn.confirmEmail])
      expect(refusal(await ada.call(call, { body }))).toEqual([410, 'profile.linkOver']);
  });

  it('gets a link to a page of the portal that requires signing in', async () => {
    const link = await requestEmail(await person('page@example.com'), 'page-new@example.com');
    expect(link.origin).toBe('http://portal.test');
    expect(link.pathname).toMatch(/^\/confirm-email\/[A-Za-z0-9_-]{43}$/);
  });
});

it('refuses an unknown link like an expired one', async () => {
  const caller = await person('guesses@example.com');
  const reply = await caller.call(signIn.confirmEmail, { body: { token: 'x'.repeat(43) } });
  expect(refusal(reply)).toEqual([410, 'profile.linkOver']);
});
