import { afterAll, beforeAll, expect, test } from 'vitest';
import { billing } from '#contract/api/billing.ts';
import type { WantedEmails } from '#contract/api/email-kinds.ts';
import { portal as portalCalls } from '#contract/api/portal.ts';
import { session } from '#contract/api/session.ts';
import {
  notifyAndEmail,
  sendPersonalEmails,
  type PersonalEmails,
} from '#server/domains/portal/personal-emails.service.ts';
import { testPortal, type TestPortal } from '#server/testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await testPortal();
});
afterAll(() => portal.close());

test('all kinds of e-mails are wanted until a person does without some', async () => {
  const client = await portal.as(await portal.make.person());
  const all = { alerts: true, recordings: true, calls: true, advertising: true, plans: true };
  expect(await client.ok(session.wantedEmails)).toEqual(all);
  const some = { ...all, alerts: false, calls: false };
  expect(await client.ok(session.changeWantedEmails, { body: { alerts: false, calls: false } })).toEqual(some);
  expect(await client.ok(session.changeWantedEmails, { body: { calls: true } })).toEqual({ ...some, calls: true });
  expect(await client.ok(session.wantedEmails)).toEqual({ ...some, calls: true });
  const other = await portal.as(await portal.make.person());
  expect(await other.ok(session.wantedEmails)).toEqual(all);
});

/** A person without e-mails of some kinds. */
const personWithout = async (without: Partial<WantedEmails>, fields: { admin?: boolean } = {}) => {
  const person = await portal.make.person(fields);
  const client = await portal.as(person);
  await client.ok(session.changeWantedEmails, { body: without });
  return { person, client };
};

test('what a person does without by e-mail is still in the inbox', async () => {
  const { person, client } = await personWithout({ calls: false });
  const other = await portal.make.person();
  const { kernel } = portal;
  kernel.events.on('test.told', (payload) => sendPersonalEmails(kernel.mail, payload as PersonalEmails));
  const tell = (kind: 'calls' | 'advertising', title: string) =>
    kernel.db.transaction().execute((tx) =>
      notifyAndEmail(tx, kernel, 'test.told', {
        ...{ kind, title, text: 'Text', level: 'info', paragraphs: ['Text'], label: 'Open' },
        to: [person, other].map(({ id, email }) => ({ id, email, link: 'https://portal.test/x' })),
      }),
    );
  await tell('calls', 'A number');
  await tell('advertising', 'A campaign');
  await portal.drain();
  const received = portal.mails.map(({ to, subject }) => `${subject} → ${to}`).sort();
  expect(received).toEqual(
    [`A campaign → ${person.email}`, `A campaign → ${other.email}`, `A number → ${other.email}`].sort(),
  );
  const titles = (await client.ok(portalCalls.notifications)).map(({ title }) => title);
  expect(titles.sort()).toEqual(['A campaign', 'A number']);
});

test('requests of plans are mailed to the administrators who want it', async () => {
  const [quiet, other] = [
    await personWithout({ plans: false }, { admin: true }),
    await personWithout({}, { admin: true }),
  ];
  const [owner, account] = [await portal.make.person(), await portal.make.account()];
  await portal.make.accountMember(account, owner, 'owner');
  const client = await portal.as(owner);
  await client.ok(billing.request, { params: { id: account }, body: { plan: 'prime', interval: 'month' } });
  await portal.drain();
  const to = portal.mails.filter(({ subject }) => subject.includes('requests a plan')).map((mail) => mail.to);
  expect(to).toContain(other.person.email);
  expect(to).not.toContain(quiet.person.email);
});
