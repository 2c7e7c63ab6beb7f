import { limits } from '#contract/limits.ts';
import type { Letter } from '#server/kernel/kernel.ts';
import type { Invited } from './invite.service.ts';

/** The letter to an invited person; its link is below PUBLIC_URL, and only who proves the address can use it. */
export const invitationLetter = (invited: Invited, publicUrl: string): Letter => {
  const inviter = oneLine(`${invited.by.first_name} ${invited.by.last_name}`) || invited.by.email;
  const greeting = oneLine(`${invited.first_name ?? ''} ${invited.last_name ?? ''}`);
  return {
    to: invited.email,
    subject: `${inviter} invites you to ${target(invited)}`,
    paragraphs: [
      greeting === '' ? 'Hello,' : `Hello ${greeting},`,
      `${inviter} (${invited.by.email}) invites you to ${target(invited)} as ${asRole[invited.role]}.`,
      `Sign in as ${invited.email}, or create an account with this address, and say whether you accept.`,
    ],
    action: { label: 'Open the invitation', url: new URL(`/invitations/${invited.secret}`, publicUrl).href },
    closing: `The invitation is for ${invited.email} only, can be used once, and ends after ${String(limits.invitationDays)} days. If you did not expect it, you need not do anything.`,
  };
};

const target = ({ place, placeName }: Invited): string => {
  if (place.scope === 'portal') return 'administer the portal';
  return place.scope === 'account' ? `the account ${oneLine(placeName)}` : `the station ${oneLine(placeName)}`;
};
const asRole = { owner: 'an owner', admin: 'an administrator', staff: 'a member of the staff' } as const;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
