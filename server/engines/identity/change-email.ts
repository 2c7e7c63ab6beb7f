import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { orderLetter } from './letters.ts';
import { lookAtLink, takeLink } from './links.ts';
import { endRegistrations } from './registrations.ts';

/** The people whose e-mails change: the embedded realm's, or another provider's. */
export type EmailOwners = {
  find(subject: string): Promise<{ email: string } | undefined>;
  isTaken(email: string): Promise<boolean>;
  /** Takes the address as proven; `taken` where somebody else has it by now. */
  change(subject: string, email: string): Promise<'changed' | 'taken' | 'gone'>;
};

type Links = Pick<Kernel, 'db' | 'clock'>;

/**
 * Orders the link to a new address and the notice to the old one; see AccountAdmin.changeEmail. Whether the new address
 * has an account is said in the e-mail to it alone.
 */
export const askForEmail = async (
  kernel: Pick<Kernel, 'jobs'>,
  owners: EmailOwners,
  subject: string,
  written: string,
): Promise<void> => {
  const email = normaliseEmail(written);
  const person = await owners.find(subject);
  if (!person) return refuse('profile.emailFailed');
  if (!isEmail(email)) refuse('request.invalid', {}, { email: 'This is not an e-mail address.' });
  if (email === person.email) refuse('request.invalid', {}, { email: 'This is your e-mail already.' });
  const isTaken = await owners.isTaken(email);
  await orderLetter(kernel, isTaken ? { about: 'emailTaken', email } : { about: 'email', person: subject, email });
  await orderLetter(kernel, { about: 'emailAsked', was: person.email, email });
};

/** What a person's link changes; see AccountAdmin.emailLink. A link of another person is looked at and not used. */
export const emailLinkOf = async (
  { db, clock }: Links,
  owners: EmailOwners,
  subject: string,
  secret: string,
): Promise<{ email: string; was: string }> => {
  const link = await lookAtLink(db, clock, 'email', secret);
  if (link.state !== 'good' || link.email === null) return refuse('profile.linkOver');
  if (link.subject !== subject) return refuse('profile.linkOfAnother');
  const person = (await owners.find(subject)) ?? refuse('profile.linkOver');
  return { email: link.email, was: person.email };
};

/**
 * Takes a new e-mail by the link to it, for the signed-in person who asked. The link proves the mailbox, the sign-in
 * proves the person: a link alone would let a stranger have the address, and the invitations that wait for it, of
 * whoever follows it unsuspectingly. See AccountAdmin.confirmEmail.
 */
export const confirmEmail = async (
  kernel: Links & Pick<Kernel, 'jobs'>,
  owners: EmailOwners,
  subject: string,
  secret: string,
): Promise<string> => {
  const { email, was } = await emailLinkOf(kernel, owners, subject, secret);
  if ((await takeLink(kernel.db, kernel.clock, 'email', secret)) === undefined) refuse('profile.linkOver');
  const came = await owners.change(subject, email);
  if (came === 'gone') refuse('profile.linkOver');
  if (came === 'taken') refuse('profile.emailTaken', { email });
  await endRegistrations(kernel.db, email);
  await orderLetter(kernel, { about: 'emailChanged', was, email });
  return email;
};
