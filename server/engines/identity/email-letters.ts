import type { Letter } from '#server/kernel/kernel.ts';
import { endLinks, makeLink } from './links.ts';
import { lifetime, originOf, type IdentityKernel } from './realm.ts';

/** A link to the new address or that it has an account already, a notice to the old one, and another once it has changed. */
export type EmailOrder =
  | { about: 'email'; person: string; email: string }
  | { about: 'emailTaken'; email: string }
  | { about: 'emailAsked'; was: string; email: string }
  | { about: 'emailChanged'; was: string; email: string };

/** Writes a letter about a change of e-mail; of a person's links to new addresses only the last one works. */
export const emailLetter = async (kernel: IdentityKernel, order: EmailOrder): Promise<Letter> => {
  if (order.about === 'emailChanged') return changedLetter(kernel, order.was, order.email);
  if (order.about === 'emailAsked') return askedLetter(kernel, order.was, order.email);
  if (order.about === 'emailTaken') return takenLetter(kernel, order.email);
  const { db, clock, brand, config } = kernel;
  await endLinks(db, clock, 'email', order.person);
  const secret = await makeLink(db, clock, {
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
      `This address is to become the e-mail of your account at ${brand.name}. Confirm that it is yours.`,
    ],
    action: { label: 'Confirm my new e-mail', url: `${originOf(config)}/confirm-email/${secret}` },
    closing:
      'The link works once, for 24 hours, signed in to that account. If you did not ask for this, ignore this letter: nothing changes.',
  };
};

const takenLetter = ({ config, brand }: IdentityKernel, to: string): Letter => ({
  to,
  subject: `This e-mail has an account at ${brand.name} already`,
  paragraphs: [
    `At ${brand.name}, a person asked to use this address for another account. It has an account already, so nothing was changed.`,
  ],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: 'If this was not you, ignore this letter.',
});

const askedLetter = ({ config, brand }: IdentityKernel, to: string, email: string): Letter => ({
  to,
  subject: `Another e-mail was asked for at ${brand.name}`,
  paragraphs: [
    `Your account is to use ${email} from now on. Nothing changes before that address is confirmed by a link we sent there.`,
  ],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: notYou,
});

const changedLetter = ({ config, brand }: IdentityKernel, to: string, email: string): Letter => ({
  to,
  subject: `Your ${brand.name} e-mail was changed`,
  paragraphs: [`Your account now uses ${email}. Letters go there from now on, and you sign in with it.`],
  action: { label: 'Go to sign-in', url: `${originOf(config)}/` },
  closing: 'If this was not you, please write to our support at once.',
});

const notYou =
  'If this was not you, choose a new password at once with “Forgot password?” where you sign in: it makes that link worthless.';
