import { expect, it } from 'vitest';
import type { AccountAdmin } from '#server/engines/identity/port.ts';

/** The means by which the suite verifies an AccountAdmin at the provider. */
export type AdminTestContext = {
  admin: AccountAdmin;
  /** Creates a user with a verified address and returns the subject. */
  person(email: string): Promise<string>;
  password: string;
  /** Signs in by password; undefined if the provider refuses. */
  signIn(email: string, password: string): Promise<{ claims: Record<string, unknown>; refresh: string } | undefined>;
  /** Whether a refresh token still works. */
  canRefresh(refresh: string): Promise<boolean>;
  /** The next e-mail of the portal. */
  nextEmail(): Promise<{ to: string; subject: string; text: string }>;
};

/** The test suite of every implementation of AccountAdmin. */
export const accountAdminSuite = (proof: () => AdminTestContext): void => {
  const nobody = '00000000-0000-4000-8000-000000000000';

  it('changes the name in tokens, and nothing else', async () => {
    const { admin, person, signIn, password } = proof();
    const subject = await person('name@example.org');
    await admin.changeName(subject, { firstName: 'Augusta', lastName: 'King' });
    expect((await signIn('name@example.org', password))?.claims).toMatchObject({
      sub: subject,
      given_name: 'Augusta',
      family_name: 'King',
      email: 'name@example.org',
      email_verified: true,
    });
    await expect(admin.changeName(nobody, { firstName: 'A', lastName: 'B' })).rejects.toMatchObject({
      code: 'profile.updateFailed',
    });
  });

  it('changes the password, ends the sessions and notifies the user', async () => {
    const { admin, person, signIn, canRefresh, nextEmail, password } = proof();
    const subject = await person('secret@example.org');
    const before = await signIn('secret@example.org', password);
    await admin.changePassword(subject, 'a brand new password');
    expect(await canRefresh(before?.refresh ?? '')).toBe(false);
    expect(await signIn('secret@example.org', password)).toBeUndefined();
    expect(await signIn('secret@example.org', 'a brand new password')).toBeDefined();
    expect(await nextEmail()).toMatchObject({
      to: 'secret@example.org',
      subject: expect.stringContaining('password was changed'),
    });
    await expect(admin.changePassword(nobody, 'a brand new password')).rejects.toMatchObject({
      code: 'profile.passwordFailed',
    });
  });

  it('refuses a short password, and the e-mail as password, at its field', async () => {
    const { admin, person, signIn, password } = proof();
    const subject = await person('weak@example.org');
    for (const weak of ['short', 'weak@example.org'])
      await expect(admin.changePassword(subject, weak)).rejects.toMatchObject({
        code: 'request.invalid',
        fields: { password: expect.stringMatching(/\w/) },
      });
    expect(await signIn('weak@example.org', password)).toBeDefined();
  });

  it('changes the e-mail once the user confirms it by the link to the new address, and for no other user', async () => {
    const { admin, person, signIn, nextEmail, password } = proof();
    const subject = await person('old@example.org');
    await admin.changeEmail(subject, ' New@Example.org ');
    const emails = [await nextEmail(), await nextEmail()];
    const link = emails.find(({ to }) => to === 'new@example.org');
    const notice = emails.find(({ to }) => to === 'old@example.org');
    expect(notice?.text).toContain('new@example.org');
    expect(notice?.text).not.toContain('/confirm-email/');
    expect((await signIn('old@example.org', password))?.claims.email).toBe('old@example.org');

    const secret = secretIn(link?.text);
    const stranger = await person('stranger@example.org');
    for (const call of [admin.emailLink, admin.confirmEmail])
      await expect(call(stranger, secret)).rejects.toMatchObject({ code: 'profile.linkOfAnother' });
    expect(await admin.emailLink(subject, secret)).toEqual({ email: 'new@example.org', was: 'old@example.org' });
    // Viewing it changed nothing.
    expect(await signIn('new@example.org', password)).toBeUndefined();
    expect(await admin.confirmEmail(subject, secret)).toBe('new@example.org');
    expect(await nextEmail()).toMatchObject({ to: 'old@example.org', subject: expect.stringContaining('was changed') });
    expect(await signIn('old@example.org', password)).toBeUndefined();
    expect((await signIn('new@example.org', password))?.claims).toMatchObject({
      sub: subject,
      email: 'new@example.org',
      email_verified: true,
    });
    for (const call of [admin.emailLink, admin.confirmEmail])
      await expect(call(subject, secret)).rejects.toMatchObject({ code: 'profile.linkOver' });
  });

  it('keeps the e-mail if the new one is in use, now or when the link is opened', async () => {
    const { admin, person, signIn, nextEmail, password } = proof();
    const subject = await person('keeps@example.org');
    await person('taken@example.org');
    // The reply doesn't reveal it, only the e-mail to the existing address does.
    await admin.changeEmail(subject, 'Taken@example.org');
    const subjects = [await nextEmail(), await nextEmail()].map(({ to, subject: about }) => `${to}: ${String(about)}`);
    expect(subjects).toContain('taken@example.org: This e-mail already has an account at Skywave');
    expect(subjects).toContain('keeps@example.org: E-mail change requested at Skywave');
    await expect(admin.changeEmail(subject, 'nonsense')).rejects.toMatchObject({
      fields: { email: expect.anything() },
    });
    await expect(admin.changeEmail(nobody, 'x@example.org')).rejects.toMatchObject({ code: 'profile.emailFailed' });

    await admin.changeEmail(subject, 'later@example.org');
    const emails = [await nextEmail(), await nextEmail()];
    await person('later@example.org');
    const secret = secretIn(emails.find(({ to }) => to === 'later@example.org')?.text);
    await expect(admin.confirmEmail(subject, secret)).rejects.toMatchObject({ code: 'profile.emailTaken' });
    expect(await signIn('keeps@example.org', password)).toBeDefined();
  });

  it('invalidates a link by a later one, and by a new password', async () => {
    const { admin, person, nextEmail } = proof();
    const subject = await person('twice@example.org');
    await admin.changeEmail(subject, 'first@example.org');
    const first = [await nextEmail(), await nextEmail()].find(({ to }) => to === 'first@example.org');
    await admin.changeEmail(subject, 'second@example.org');
    const second = [await nextEmail(), await nextEmail()].find(({ to }) => to === 'second@example.org');
    const expired = { code: 'profile.linkOver' };
    await expect(admin.emailLink(subject, secretIn(first?.text))).rejects.toMatchObject(expired);
    expect(await admin.emailLink(subject, secretIn(second?.text))).toMatchObject({ email: 'second@example.org' });
    await admin.changePassword(subject, 'a brand new password');
    await nextEmail();
    await expect(admin.emailLink(subject, secretIn(second?.text))).rejects.toMatchObject(expired);
  });

  it('signs a user out everywhere', async () => {
    const { admin, person, signIn, canRefresh, password } = proof();
    const subject = await person('out@example.org');
    const sessions = [await signIn('out@example.org', password), await signIn('out@example.org', password)];
    await admin.endSessions(subject);
    for (const session of sessions) expect(await canRefresh(session?.refresh ?? '')).toBe(false);
    expect(await signIn('out@example.org', password)).toBeDefined();
    await admin.endSessions(nobody);
  });

  it('removes a user with sessions and links', async () => {
    const { admin, person, signIn, canRefresh, nextEmail, password } = proof();
    const subject = await person('gone@example.org');
    const session = await signIn('gone@example.org', password);
    await admin.changeEmail(subject, 'ghost@example.org');
    const link = [await nextEmail(), await nextEmail()].find(({ to }) => to === 'ghost@example.org');
    await admin.removeUser(subject);
    expect(await canRefresh(session?.refresh ?? '')).toBe(false);
    expect(await signIn('gone@example.org', password)).toBeUndefined();
    await expect(admin.confirmEmail(subject, secretIn(link?.text))).rejects.toMatchObject({ code: 'profile.linkOver' });
    await admin.removeUser(subject);
  });
};

/** The secret of the confirmation link in an e-mail's text. */
export const secretIn = (text: string | undefined): string => /\/confirm-email\/(\S+)/.exec(text ?? '')?.[1] ?? '';
