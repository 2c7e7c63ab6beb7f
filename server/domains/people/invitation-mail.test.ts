import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { expect, it } from 'vitest';
import { people } from '#contract/people.ts';
import { testPortal } from '#server/testing/portal.ts';
import { workInvitations } from './invitation.work.ts';

/** A real SMTP server that gives the one letter it waits for. */
const mailbox = async () => {
  const { promise, resolve } = Promise.withResolvers<ParsedMail>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const read = simpleParser(stream);
      stream.once('end', () => {
        resolve(read);
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${String(port)}`,
    letter: promise,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
};

it('reaches the invited by SMTP, and the link of the letter lets them in', async () => {
  const box = await mailbox();
  const at = await testPortal({ config: { smtpUrl: box.url, publicUrl: 'https://radio.example.org' } });
  await workInvitations(at.kernel);
  const account = await at.make.account({ company: 'Grüße & <b>Co</b>\nBcc: everybody@example.com' });
  const owner = await at.make.person();
  await at.make.accountMember(account, owner, 'owner');
  const invited = await at.make.person({ email: 'ada@example.org' });
  const params = { id: account, role: 'admin' } as const;
  const asked = { params, query: { email: invited.email }, body: { first_name: 'Ada' } };
  const forged = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' };
  expect((await (await at.as(owner)).call(people.inviteToAccount, asked, forged)).status).toBe(200);

  const letter = await box.letter;
  expect(letter.to).toMatchObject({ text: 'ada@example.org' });
  expect(letter.headers.has('bcc')).toBe(false);
  expect(letter.subject).toContain('Test Person invites you to the account Grüße & <b>Co</b> Bcc:');
  expect(letter.text).toContain('Hello Ada');
  expect(letter.html).not.toContain('<b>');
  expect(`${String(letter.text)}${String(letter.html)}`).not.toContain('evil.example');
  const [, secret = ''] =
    /https:\/\/radio\.example\.org\/invitations\/([1-9A-Za-z]{32})\s/.exec(letter.text ?? '') ?? [];
  const client = await at.as(invited);
  expect(await client.ok(people.accept, { params: { token: secret } })).toMatchObject({ account_key: account });
  expect((await client.call(people.ofAccount, { params: { id: account } })).status).toBe(200);
  await at.close();
  await box.close();
});
