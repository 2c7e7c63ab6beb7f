import type { Letter } from '#server/kernel/kernel.ts';
import { makeLink } from './links.ts';
import { mayRegister } from './may-register.ts';
import { emailLetter, type EmailOrder } from './email-letters.ts';
import { personByEmail } from './people.ts';
import { issuerOf, lifetime, type IdentityKernel } from './realm.ts';
import { registrationById, waitingRegistration } from './registrations.ts';

/** What a letter is about; its secret is made only when it is sent, so that none rests in the queue. */
export type LetterOrder =
  | { about: 'confirm'; registration: string }
  | { about: 'reset'; email: string }
  | { about: 'changed'; to: string }
  | { about: 'secondFactor'; to: string; what: 'added' | 'removed' }
  | EmailOrder;

const job = 'identity.letter';
const retries = 8;

/** Asks for a letter; takes as long whether or not there is anybody to write to. */
export const orderLetter = ({ jobs }: Pick<IdentityKernel, 'jobs'>, order: LetterOrder): Promise<void> =>
  jobs.send(job, order);

/** Writes and delivers ordered letters; for the process that does the jobs. */
export const workLetters = async (kernel: IdentityKernel): Promise<void> => {
  await kernel.jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, async (data) => {
    const letter = await writeLetter(kernel, data as LetterOrder);
    if (letter) await kernel.mail.deliver(letter);
  });
};

const writeLetter = async (kernel: IdentityKernel, order: LetterOrder): Promise<Letter | undefined> => {
  if (order.about === 'confirm') return confirmLetter(kernel, order.registration, '');
  if (order.about === 'reset') return resetLetter(kernel, order.email);
  if (order.about === 'secondFactor') return factorLetter(kernel, order.to, order.what);
  if (order.about !== 'changed') return emailLetter(kernel, order);
  return changedLetter(kernel, order.to);
};

/**
 * Who registers an address that has an account already is told so, in the mail alone. Nothing that was typed into the
 * form stands in the e-mail: until the address is proven, it may be a stranger's text.
 */
const confirmLetter = async (
  kernel: IdentityKernel,
  registration: string,
  choose: '' | '&choose=1',
): Promise<Letter | undefined> => {
  const { db, clock, brand } = kernel;
  const waiting = await registrationById(db, clock, registration);
  if (!waiting) return undefined;
  if (await personByEmail(db, waiting.email)) return existsLetter(kernel, waiting.email);
  if (!(await mayRegister(kernel, waiting.email))) return uninvitedLetter(kernel, waiting.email);
  const secret = await makeLink(db, clock, {
    purpose: 'verify',
    subject: registration,
    seconds: lifetime.registration,
  });
  return {
    to: waiting.email,
    subject: `Confirm your e-mail for ${brand.name}`,
    paragraphs: [
      'Hello,',
      `Somebody, most likely you, registered this address at ${brand.name}. Confirm it to sign in.`,
    ],
    action: { label: 'Confirm my e-mail', url: `${issuerOf(kernel.config)}/confirm?token=${secret}${choose}` },
    closing:
      'The link works once, for 24 hours. If you did not register, ignore this letter: without your confirmation nothing happens.',
  };
};

const existsLetter = ({ config, brand }: IdentityKernel, to: string): Letter => ({
  to,
  subject: `You already have an account at ${brand.name}`,
  paragraphs: [
    'Somebody, most likely you, tried to register this address. It already has an account, so nothing was changed.',
    `To choose a new password, use “Forgot password?” where you sign in.`,
  ],
  action: { label: 'Go to sign-in', url: `${new URL(config.publicUrl).origin}/` },
  closing: 'If this was not you, ignore this letter.',
});

/** Who is invited is nobody else's business: the page answers everybody alike. */
const uninvitedLetter = ({ brand }: IdentityKernel, to: string): Letter => ({
  to,
  subject: `Registration at ${brand.name} is by invitation only`,
  paragraphs: [
    `Somebody, most likely you, tried to register this address at ${brand.name}. It was not invited, so nothing was changed.`,
    'Ask whoever works with you there to invite this address, then register again.',
  ],
  closing: 'If this was not you, ignore this letter.',
});

/** An address that is not confirmed yet gets that link instead, which asks for a new password in every browser. */
const resetLetter = async (kernel: IdentityKernel, email: string): Promise<Letter | undefined> => {
  const { db, clock, brand } = kernel;
  const person = await personByEmail(db, email);
  if (!person) {
    const waiting = await waitingRegistration(db, clock, email);
    return waiting && confirmLetter(kernel, waiting.id, '&choose=1');
  }
  const secret = await makeLink(db, clock, { purpose: 'reset', subject: person.id, seconds: lifetime.reset });
  return {
    to: person.email,
    subject: `Choose a new password for ${brand.name}`,
    paragraphs: [
      `Hello ${person.first_name},`,
      `A new password was asked for at ${brand.name}. Choosing one signs you out everywhere.`,
    ],
    action: { label: 'Choose a new password', url: `${issuerOf(kernel.config)}/reset?token=${secret}` },
    closing: 'The link works once, for one hour. If you did not ask, ignore this letter: your password stays as it is.',
  };
};

const changedLetter = ({ config, brand }: IdentityKernel, to: string): Letter => ({
  to,
  subject: `Your ${brand.name} password was changed`,
  paragraphs: ['Your password was changed just now, and you were signed out everywhere else.'],
  action: { label: 'Go to sign-in', url: `${new URL(config.publicUrl).origin}/` },
  closing: 'If this was not you, choose a new password at once with “Forgot password?” where you sign in.',
});

const factorLetter = ({ config, brand }: IdentityKernel, to: string, what: 'added' | 'removed'): Letter => ({
  to,
  subject: `A second factor of your ${brand.name} account was ${what}`,
  paragraphs: [
    what === 'added'
      ? 'An authenticator app or a passkey was added to your account just now. Sign-in asks for it from now on.'
      : 'A second factor was removed from your account just now. Sign-in does not ask for it any more.',
  ],
  action: { label: 'See how you sign in', url: `${new URL(config.publicUrl).origin}/profile/settings#security` },
  closing: 'If this was not you, choose a new password at once with “Forgot password?” where you sign in.',
});
