import type { Invite } from '#contract/api/people.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { hashToken } from './token-hash.ts';
import {
  closeInvitation,
  openInvitationByToken,
  openInvitationsTo,
  usersWithVerifiedEmail,
} from './invitations.repo.ts';
import { isLapsed } from './lapsed-invitation.ts';
import { checkMayManage, type Actor, type PeopleDeps } from './people.service.ts';
import type { Place } from './place.ts';

/** The open invitations to a place, latest first; `token` is their id, never the secret in an e-mail. */
export const listInvitations = async (deps: PeopleDeps, place: Place): Promise<Invite[]> => {
  const rows = await openInvitationsTo(deps.db, place, deps.clock.now());
  const lapsed = await Promise.all(rows.map((row) => isLapsed(deps.db, row)));
  return rows.map((row, i) => ({
    token: row.id,
    invitedEmail: row.email,
    invitedUserFirstName: row.first_name,
    invitedUserLastName: row.last_name,
    role: row.role,
    invitedBy: row.inviter ?? '',
    created: row.created.toISOString(),
    expires: row.expires_at.toISOString(),
    lapsed: lapsed[i] === true,
  }));
};

/** Withdraws an open invitation to a place; refuses `invitation.invalid` for any other. */
export const withdrawInvitation = async (
  deps: PeopleDeps,
  place: Place,
  token: string,
  actor: Actor,
): Promise<{ invitation: string; email: string }> => {
  const now = deps.clock.now();
  return await deps.db.transaction().execute(async (tx) => {
    const found =
      (await openInvitationByToken(tx, place, { id: token, hash: hashToken(token) }, now)) ??
      refuse('invitation.invalid');
    checkMayManage(place, found.role, actor);
    await closeInvitation(tx, found.id, 'withdrawn', { user: actor.who.id, now });
    await notifyInbox(deps.events, tx, await usersWithVerifiedEmail(tx, found.email));
    return { invitation: found.id, email: found.email };
  });
};
