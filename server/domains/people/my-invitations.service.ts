import type { MyInvite } from '#contract/api/people.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { openInvitationsFor, type OpenInvitation } from './invitations.repo.ts';
import { isLapsed } from './lapsed-invitation.ts';
import { emailOfPerson } from './members.repo.ts';
import type { PeopleDeps } from './people.service.ts';

/** The open invitations to this person's verified e-mail without lapsed ones, latest first; none while unverified. */
export const myInvitations = async (deps: Pick<PeopleDeps, 'db' | 'clock'>, who: Person): Promise<MyInvite[]> => {
  const { email, isProven } = await emailOfPerson(deps.db, who.id);
  if (!isProven || email === '') return [];
  const open = await openInvitationsFor(deps.db, email, deps.clock.now());
  const lapsed = await Promise.all(open.map((invitation) => isLapsed(deps.db, invitation)));
  return open.filter((_invitation, i) => !lapsed[i]).map(presentMyInvite);
};

/** An invitation as the invited person sees it. */
export const presentMyInvite = (row: OpenInvitation): MyInvite => ({
  token: row.id,
  scope: row.scope,
  name: row.name,
  account_key: row.account,
  station_key: row.station_key,
  role: row.role,
  invitedBy: row.inviter ?? '',
  expires: row.expires_at.toISOString(),
});
