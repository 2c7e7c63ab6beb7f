import type { ListedPerson } from '#contract/api/listed-person.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { invite, sendInvitation, type CreatedInvitation } from './invite.service.ts';
import { closeInvitation, openInvitationOf, usersWithVerifiedEmail } from './invitations.repo.ts';
import { ensureOwnerRemains } from './ensure-owner-remains.ts';
import { findMembers, lockPlace, setRole, type Member } from './members.repo.ts';
import { checkMayManage, listPeople, type Actor, type PeopleDeps } from './people.service.ts';
import { placeNotFound, rankOf, type Place } from './place.ts';

type RoleRequest = {
  email: string;
  role: PeopleRole;
  first_name?: string | undefined;
  last_name?: string | undefined;
  message?: string | undefined;
};

/**
 * Invites an e-mail address to a role in a place. A member is invited to a higher role, which replaces theirs once they
 * accept, and gets a lower one immediately. Refuses `invitation.alreadyMember` for the role they have,
 * `session.forbidden` when it concerns owners and the caller may not manage them, and `membership.lastOwner`.
 */
export const giveRole = async (
  deps: PeopleDeps,
  place: Place,
  request: RoleRequest,
  actor: Actor,
): Promise<{ people: ListedPerson[] }> => {
  const now = deps.clock.now();
  const change = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockPlace(tx, place))) refuse(placeNotFound[place.scope]);
    const members = await findMembers(tx, place, { email: request.email });
    const open = await openInvitationOf(tx, place, request.email, now);
    for (const role of [request.role, ...rolesOfOthers(members, actor), ...(open ? [open.role] : [])])
      checkMayManage(place, role, actor);
    if (members.some(({ role }) => role === request.role)) refuse('invitation.alreadyMember');
    const above = members.filter(({ role }) => rankOf[role] > rankOf[request.role]);
    if (above.length === 0) return { invited: await invite(tx, { ...request, place, by: actor.who, now }) };
    if (open) await closeInvitation(tx, open.id, 'withdrawn', { user: actor.who.id, now });
    if (open) await notifyInbox(deps.events, tx, await usersWithVerifiedEmail(tx, open.email));
    await lower(tx, place, above, request.role);
    return { lowered: above };
  });
  await announce(deps, change, request.message);
  return await listPeople(deps, place, actor.roles);
};

/** Members may lower their own role without any right over it. */
const rolesOfOthers = (members: readonly Member[], { who }: Actor): PeopleRole[] =>
  members.filter(({ id }) => id !== who.id).map(({ role }) => role);

const lower = async (tx: Tx, place: Place, members: readonly Member[], role: PeopleRole): Promise<void> => {
  for (const { id } of members) await setRole(tx, place, id, role);
  await ensureOwnerRemains(tx, place, members);
};

const announce = async (
  deps: PeopleDeps,
  change: { invited?: CreatedInvitation; lowered?: readonly Member[] },
  message?: string,
): Promise<void> => {
  for (const { id } of change.lowered ?? []) deps.people.forget(id);
  if (change.invited) await sendInvitation(deps, change.invited, message);
};
