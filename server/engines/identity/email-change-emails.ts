import type { Email } from '#server/kernel/kernel.ts';
import { invalidateLinks, createLink } from './links.ts';
import { lifetime, originOf, type IdentityKernel } from './realm.ts';

/** The link to the new e-mail, or that it has an account; notices to the old one before and after the change. */
export type EmailChangeNotice =
  | { about: 'email'; person: string; email: string }
  | { about: 'emailTaken'; email: string }
  | { about: 'emailAsked'; was: string; email: string }
  | { about: 'emailChanged'; was: string; email: string };

/** Writes an e-mail about a change of e-mail; only the latest of a person's links to new addresses works. */
export const emailChangeNotice = async (kernel: IdentityKernel, order: EmailChangeNotice): Promise<Email> => {
  if (order.about === 'emailChanged') return changedNotice(kernel, order.was, order.email);
  if (order.about === 'emailAsked') return requestedNotice(kernel, order.was, order.email);
  if (order.about === 'emailTaken') return takenNotice(kernel, order.email);
  const { db, clock, brand, config } = kernel;
  await invalidateLinks(db, clock, 'email', order.person);
  const secret = await createLink(db, clock, {
    purpose: 'email',
    subject: order.person,
    email: order.email,
    seconds: lifetime.email,
  });
  return {
    to: order.email,
    subject: `Confirm your new e-mail for ${brand.name}`,
    paragraphs: [
      'Hello,',
      `Someone, most likely you, asked to use this e-mail address for an account at ${brand.name}. Please confirm that it is yours.`,
    ],
    action: { label: 'Confirm my new e-mail', url: `${originOf(config)}/confirm-email/${secret}` },
    closing:
      'The link works once, within 24 hours, while you are signed in to that account. If you did not request this, you can ignore this e-mail: nothing will change.',
  };
};

const takenNotice = ({ config, brand }: IdentityKernel, to: string): Email => ({
  to,
  subject: `This e-mail already has an account at ${brand.name}`,
  paragraphs: [
    `Someone asked to use this e-mail address for another account at ${brand.name}. It already has an account, so nothing was changed.`,
  ],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: 'If this was not you, you can ignore this e-mail.',
});

const requestedNotice = ({ config, brand }: IdentityKernel, to: string, email: string): Email => ({
  to,
  subject: `E-mail change requested at ${brand.name}`,
  paragraphs: [
    `Someone, most likely you, asked to change the e-mail of your account to ${email}. Nothing changes until it is confirmed with the link we sent to that address.`,
  ],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: notYou,
});

const changedNotice = ({ config, brand }: IdentityKernel, to: string, email: string): Email => ({
  to,
  subject: `Your ${brand.name} e-mail was changed`,
  paragraphs: [`Your account now uses ${email}. We send e-mails to that address from now on, and you sign in with it.`],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: 'If this was not you, please contact our support immediately.',
});

const notYou =
  'If this was not you, choose a new password immediately with “Forgot password?” on the sign-in page: this invalidates the link.';
