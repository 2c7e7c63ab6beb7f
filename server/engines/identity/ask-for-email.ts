import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { EmailOwners } from './email.pages.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { orderLetter } from './letters.ts';

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
