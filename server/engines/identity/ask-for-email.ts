import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import type { EmailOwners } from './email.pages.ts';
import { isEmail, normaliseEmail } from './emails.ts';
import { orderLetter } from './letters.ts';

/** Orders the link to a new address and the notice to the old one; see AccountAdmin.changeEmail. */
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
  if (await owners.isTaken(email)) refuse('profile.emailTaken');
  await orderLetter(kernel, { about: 'email', person: subject, firstName: person.firstName, email });
  await orderLetter(kernel, { about: 'emailAsked', was: person.email, email });
};
