import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { queueEmail } from './identity-emails.ts';
import { readLink, consumeLink } from './links.ts';
import { deleteRegistrations } from './registrations.ts';

/** Access to people's e-mails in the embedded realm or at another provider. */
export type EmailDirectory = {
  find(subject: string): Promise<{ email: string } | undefined>;
  isTaken(email: string): Promise<boolean>;
  /** Sets the e-mail as verified; `taken` if another person has it by now. */
  change(subject: string, email: string): Promise<'changed' | 'taken' | 'notFound'>;
};

type Links = Pick<Kernel, 'db' | 'clock'>;

/**
 * Queues the link to the new e-mail and the notice to the old one; see AccountAdmin.changeEmail. Only the e-mail to the
 * new address reveals whether it already has an account.
 */
export const requestEmailChange = async (
  kernel: Pick<Kernel, 'jobs'>,
  owners: EmailDirectory,
  subject: string,
  newEmail: string,
): Promise<void> => {
  const email = normaliseEmail(newEmail);
  const person = await owners.find(subject);
  if (!person) return refuse('profile.emailFailed');
  if (!isEmail(email)) refuse('request.invalid', {}, { email: 'This is not an e-mail address.' });
  if (email === person.email) refuse('request.invalid', {}, { email: 'This is already your e-mail.' });
  const isTaken = await owners.isTaken(email);
  await queueEmail(kernel, isTaken ? { about: 'emailTaken', email } : { about: 'email', person: subject, email });
  await queueEmail(kernel, { about: 'emailAsked', was: person.email, email });
};

/** The change a person's link makes; see AccountAdmin.emailLink. Another person's link is refused and stays unused. */
export const pendingEmailChange = async (
  { db, clock }: Links,
  owners: EmailDirectory,
  subject: string,
  secret: string,
): Promise<{ email: string; was: string }> => {
  const link = await readLink(db, clock, 'email', secret);
  if (link.state !== 'good' || link.email === null) return refuse('profile.linkOver');
  if (link.subject !== subject) return refuse('profile.linkOfAnother');
  const person = (await owners.find(subject)) ?? refuse('profile.linkOver');
  return { email: link.email, was: person.email };
};

/**
 * Applies a new e-mail by its link, for the signed-in person who requested it. The link proves the mailbox, the sign-in
 * proves the person: with the link alone, a stranger could get the e-mail, and its pending invitations, of anyone who
 * follows the link unsuspectingly. See AccountAdmin.confirmEmail.
 */
export const confirmEmail = async (
  kernel: Links & Pick<Kernel, 'jobs'>,
  owners: EmailDirectory,
  subject: string,
  secret: string,
): Promise<string> => {
  const { email, was } = await pendingEmailChange(kernel, owners, subject, secret);
  if ((await consumeLink(kernel.db, kernel.clock, 'email', secret)) === undefined) refuse('profile.linkOver');
  const outcome = await owners.change(subject, email);
  if (outcome === 'notFound') refuse('profile.linkOver');
  if (outcome === 'taken') refuse('profile.emailTaken', { email });
  await deleteRegistrations(kernel.db, email);
  await queueEmail(kernel, { about: 'emailChanged', was, email });
  return email;
};
