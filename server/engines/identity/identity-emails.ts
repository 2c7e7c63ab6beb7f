import type { Email } from '#server/kernel/kernel.ts';
import { createLink } from './links.ts';
import { mayRegister } from './may-register.ts';
import { emailChangeNotice, type EmailChangeNotice } from './email-change-emails.ts';
import { personByEmail } from './people.ts';
import { issuerOf, lifetime, type IdentityKernel } from './realm.ts';
import { registrationById, latestRegistration } from './registrations.ts';

/** A queued e-mail; its secret is created only on sending, so that none is in the queue. */
export type QueuedEmail =
  | { about: 'confirm'; registration: string }
  | { about: 'reset'; email: string }
  | { about: 'changed'; to: string }
  | { about: 'secondFactor'; to: string; what: 'added' | 'removed' }
  | EmailChangeNotice;

const job = 'identity.letter';
const retries = 8;

/** Queues an e-mail; takes the same time whether or not the recipient exists. */
export const queueEmail = ({ jobs }: Pick<IdentityKernel, 'jobs'>, order: QueuedEmail): Promise<void> =>
  jobs.send(job, order);

/** Writes and delivers queued e-mails; for the process that runs jobs. */
export const workEmails = async (kernel: IdentityKernel): Promise<void> => {
  await kernel.jobs.work(job, { concurrency: 2, retries, expireS: 60, givenUp: 'listed' }, async (data) => {
    const email = await writeEmail(kernel, data as QueuedEmail);
    if (email) await kernel.mail.deliver(email);
  });
};

const writeEmail = async (kernel: IdentityKernel, order: QueuedEmail): Promise<Email | undefined> => {
  if (order.about === 'confirm') return confirmationEmail(kernel, order.registration, '');
  if (order.about === 'reset') return resetEmail(kernel, order.email);
  if (order.about === 'secondFactor') return factorNotice(kernel, order.to, order.what);
  if (order.about !== 'changed') return emailChangeNotice(kernel, order);
  return passwordChangedNotice(kernel, order.to);
};

/**
 * The confirmation link of a registration. Only this e-mail reveals that an address already has an account. It contains
 * nothing from the form: until the e-mail is verified, that may be a stranger's text.
 */
const confirmationEmail = async (
  kernel: IdentityKernel,
  registration: string,
  choose: '' | '&choose=1',
): Promise<Email | undefined> => {
  const { db, clock, brand } = kernel;
  const waiting = await registrationById(db, clock, registration);
  if (!waiting) return undefined;
  if (await personByEmail(db, waiting.email)) return accountExistsNotice(kernel, waiting.email);
  if (!(await mayRegister(kernel, waiting.email))) return notInvitedNotice(kernel, waiting.email);
  const secret = await createLink(db, clock, {
    purpose: 'verify',
    subject: registration,
    seconds: lifetime.registration,
  });
  return {
    to: waiting.email,
    subject: `Confirm your e-mail for ${brand.name}`,
    paragraphs: [
      'Hello,',
      `Someone, most likely you, registered this e-mail address at ${brand.name}. Please confirm it to sign in.`,
    ],
    action: { label: 'Confirm my e-mail', url: `${issuerOf(kernel.config)}/confirm?token=${secret}${choose}` },
    closing:
      'The link works once, within 24 hours. If you did not register, you can ignore this e-mail: nothing happens without your confirmation.',
  };
};

const accountExistsNotice = ({ config, brand }: IdentityKernel, to: string): Email => ({
  to,
  subject: `You already have an account at ${brand.name}`,
  paragraphs: [
    'Someone, most likely you, tried to register this e-mail address. It already has an account, so nothing was changed.',
    `To choose a new password, use “Forgot password?” on the sign-in page.`,
  ],
  action: { label: 'Go to sign-in', url: `${new URL(config.publicUrl).origin}/` },
  closing: 'If this was not you, you can ignore this e-mail.',
});

/** Only this e-mail reveals a missing invitation: the page looks the same to everyone. */
const notInvitedNotice = ({ brand }: IdentityKernel, to: string): Email => ({
  to,
  subject: `Registration at ${brand.name} is by invitation only`,
  paragraphs: [
    `Someone, most likely you, tried to register this e-mail address at ${brand.name}. It was not invited, so nothing was changed.`,
    'Ask your team to invite this address, then register again.',
  ],
  closing: 'If this was not you, you can ignore this e-mail.',
});

/** The link to a new password; an unconfirmed registration gets its confirmation link, which asks for one too. */
const resetEmail = async (kernel: IdentityKernel, email: string): Promise<Email | undefined> => {
  const { db, clock, brand } = kernel;
  const person = await personByEmail(db, email);
  if (!person) {
    const waiting = await latestRegistration(db, clock, email);
    return waiting && confirmationEmail(kernel, waiting.id, '&choose=1');
  }
  const secret = await createLink(db, clock, { purpose: 'reset', subject: person.id, seconds: lifetime.reset });
  return {
    to: person.email,
    subject: `Choose a new password for ${brand.name}`,
    paragraphs: [
      `Hello ${person.first_name},`,
      `Someone, most likely you, asked for a new password at ${brand.name}. Choosing one signs you out everywhere.`,
    ],
    action: { label: 'Choose a new password', url: `${issuerOf(kernel.config)}/reset?token=${secret}` },
    closing:
      'The link works once, within one hour. If you did not request it, you can ignore this e-mail: your password stays the same.',
  };
};

const passwordChangedNotice = ({ config, brand }: IdentityKernel, to: string): Email => ({
  to,
  subject: `Your ${brand.name} password was changed`,
  paragraphs: ['Your password was just changed, and you were signed out everywhere else.'],
  action: { label: 'Go to sign-in', url: `${new URL(config.publicUrl).origin}/` },
  closing: 'If this was not you, choose a new password immediately with “Forgot password?” on the sign-in page.',
});

const factorNotice = ({ config, brand }: IdentityKernel, to: string, what: 'added' | 'removed'): Email => ({
  to,
  subject: `A second factor was ${what === 'added' ? 'added to' : 'removed from'} your ${brand.name} account`,
  paragraphs: [
    what === 'added'
      ? 'An authenticator app or a passkey was just added to your account. You will need it to sign in from now on.'
      : 'A second factor was just removed from your account. You no longer need it to sign in.',
  ],
  action: { label: 'Review sign-in settings', url: `${new URL(config.publicUrl).origin}/profile/settings#security` },
  closing: 'If this was not you, choose a new password immediately with “Forgot password?” on the sign-in page.',
});
