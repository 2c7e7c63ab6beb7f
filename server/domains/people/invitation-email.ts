import { limits } from '#contract/rules/limits.ts';
import type { Email } from '#server/kernel/kernel.ts';
import type { OpenInvitation } from './invitations.repo.ts';

/**
 * The e-mail to an invited person; its link is below PUBLIC_URL and works only for that verified e-mail. The inviter's
 * message is quoted on one line, so that it cannot look like paragraphs of ours.
 */
export const invitationEmail = (
  invitation: OpenInvitation & { message: string },
  secret: string,
  publicUrl: string,
): Email => {
  const { email, role } = invitation;
  const inviter = oneLine(invitation.inviter ?? '') || 'Someone';
  const address = invitation.inviterEmail === null ? '' : ` (${invitation.inviterEmail})`;
  const message = oneLine(invitation.message);
  const invited = oneLine(`${invitation.first_name} ${invitation.last_name}`);
  return {
    to: email,
    subject: `${inviter} invites you to ${target(invitation)}`,
    paragraphs: [
      invited === '' ? 'Hello,' : `Hello ${invited},`,
      `${inviter}${address} invites you to ${target(invitation)} as ${asRole[role]}.`,
      ...(message === '' ? [] : [`${inviter} writes: “${message}”`]),
      `Sign in as ${email}, or create an account with this e-mail address, then accept or decline.`,
    ],
    action: { label: 'Open the invitation', url: new URL(`/invitations/${secret}`, publicUrl).href },
    closing: `The invitation is for ${email} only, can be used once, and expires ${String(limits.invitationDays)} days after it was sent. If you did not expect it, you can ignore this e-mail.`,
  };
};

const target = ({ scope, name }: OpenInvitation): string => {
  if (scope === 'portal') return 'administer the portal';
  return scope === 'account' ? `the account ${oneLine(name)}` : `the station ${oneLine(name)}`;
};
const asRole = { owner: 'an owner', admin: 'an administrator', staff: 'a staff member' } as const;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
