import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { people } from '#contract/api/people.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workInvitations } from './invitation.work.ts';

/** A real SMTP server that resolves with the first e-mail it receives. */
const mailbox = async () => {
  const { promise, resolve } = Promise.withResolvers<ParsedMail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parsed = simpleParser(stream);
      stream.once('end', () => {
        resolve(parsed);
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    email: promise,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};

it('is delivered by SMTP, and its link makes the invited person a member', async () => {
  const box = await mailbox();
  const at = await testPortal({ config: { smtpUrl: box.url, publicUrl: 'https://radio.example.org' } });
  await workInvitations(at.kernel);
  const account = await at.make.account({ company: 'Grüße & <b>Co</b>\nBcc: everybody@example.com' });
  const owner = await at.make.person();
  await at.make.accountMember(account, owner, 'owner');
  const invited = await at.make.person({ email: 'ada@example.org' });
  const params = { id: account, role: 'admin' } as const;
  const message = 'See <a href="https://elsewhere.example">you</a>\n\nAll the best';
  const call = { params, query: { email: invited.email }, body: { first_name: 'Ada', message } };
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect((await (await at.as(owner)).call(people.inviteToAccount, call, forged)).status).toBe(200);

  const email = await box.email;
  expect(email.to).toMatchObject({ text: 'ada@example.org' });
  expect(email.headers.has('bcc')).toBe(false);
  expect(email.subject).toContain('Test Person invites you to the account Grüße & <b>Co</b> Bcc:');
  expect(email.text).toContain('Hello Ada');
  expect(email.html).not.toContain('<b>');
  expect(email.text).toContain('Test Person writes: “See <a href="https://elsewhere.example">you</a> All the best”');
  expect(email.html).toContain('“See &#60;a href=');
  expect(email.html).not.toContain('<a href="https://elsewhere');
  expect(`${String(email.text)}${String(email.html)}`).not.toContain('evil.example');
  const [, secret = ''] =
    /https:\/\/radio\.example\.org\/invitations\/([1-9A-Za-z]{32})\s/.exec(email.text ?? '') ?? [];
  const client = await at.as(invited);
  expect(await client.ok(people.accept, { params: { token: secret } })).toMatchObject({ account_key: account });
  expect((await client.call(people.ofAccount, { params: { id: account } })).status).toBe(200);
  await at.close();
  await box.close();
});
