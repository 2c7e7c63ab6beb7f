import { afterAll, beforeAll, expect, it } from 'vitest';
import { people } from '#contract/api/people.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { invitationSecret } from '#server/testing/invitations.ts';
import type { TestPerson } from '#server/testing/make.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';
import { workInvitations } from './invitation.work.ts';

let at: TestPortal;
let account: AccountKey;
let owner: TestPerson;
beforeAll(async () => {
  at = await testPortal();
  await workInvitations(at.kernel);
  account = await at.make.account({ company: 'Harbour' });
  owner = await at.make.person();
  await at.make.accountMember(account, owner, 'owner');
});
afterAll(() => at.close());

/** A person this admin invited to the account, and the secret in the e-mail. */
const invitedBy = async (inviter: TestPerson, role: 'owner' | 'admin' = 'admin') => {
  const invitee = await at.make.person();
  const asked = { params: { id: account, role }, query: { email: invitee.email }, body: {} };
  await (await at.as(inviter)).ok(people.inviteToAccount, asked);
  return { invitee: await at.as(invitee), email: invitee.email, token: await invitationSecret(at, invitee.email) };
};
const admin = async (role: 'owner' | 'admin' = 'admin'): Promise<TestPerson> => {
  const person = await at.make.person();
  await at.make.accountMember(account, person, role);
  return person;
};
const codeOf = (reply: { status: number; json: { error?: { code: string } } }) => [
  reply.status,
  reply.json.error?.code,
];
const pending = async (email: string) =>
  (await (await at.as(owner)).ok(people.accountInvites, { params: { id: account } })).filter(
    ({ invitedEmail }) => invitedEmail === email,
  );

it('is withdrawn with the removal of who sent it', async () => {
  const inviter = await admin();
  const { invitee, token, email } = await invitedBy(inviter);
  await (
    await at.as(owner)
  ).ok(people.removeFromAccount, { params: { id: account, role: 'admin', userId: inviter.id } });
  expect(await pending(email)).toEqual([]);
  expect(codeOf(await invitee.call(people.accept, { params: { token } }))).toEqual([404, 'invitation.invalid']);
  expect((await invitee.call(people.ofAccount, { params: { id: account } })).status).toBe(404);
});

it('cannot be accepted, nor is it listed, once who sent it is suspended', async () => {
  const inviter = await admin();
  const { invitee, token, email } = await invitedBy(inviter);
  expect(await invitee.ok(people.myInvites)).toHaveLength(1);
  expect(await pending(email)).toMatchObject([{ lapsed: false }]);
  const root = await at.as(await at.make.person({ admin: true }));
  await root.ok(people.disable, { params: { userId: inviter.id } });
  expect(codeOf(await invitee.call(people.accept, { params: { token } }))).toEqual([404, 'invitation.lapsed']);
  expect(codeOf(await invitee.call(people.invite, { params: { token } }))).toEqual([404, 'invitation.lapsed']);
  expect(await invitee.ok(people.myInvites)).toEqual([]);
  expect(await pending(email)).toMatchObject([{ lapsed: true }]);
  expect((await invitee.call(people.ofAccount, { params: { id: account } })).status).toBe(404);
});

it('of an owner ends when who sent it is an owner no more', async () => {
  const inviter = await admin('owner');
  const { invitee, token } = await invitedBy(inviter, 'owner');
  const { invitee: other, token: asAdmin } = await invitedBy(inviter, 'admin');
  await at.kernel.db.updateTable('account_members').set({ role: 'admin' }).where('user_id', '=', inviter.id).execute();
  expect(codeOf(await invitee.call(people.accept, { params: { token } }))).toEqual([404, 'invitation.lapsed']);
  expect((await other.call(people.accept, { params: { token: asAdmin } })).status).toBe(200);
});
