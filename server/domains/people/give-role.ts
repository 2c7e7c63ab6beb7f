import type { ListedPerson, PeopleRole } from '#contract/people.ts';
import { tellInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { invite, sendInvitation, type Invited } from './invite.service.ts';
import { closeInvitation, openInvitationOf, provenHolders } from './invitations.repo.ts';
import { checkRemains } from './last-one.ts';
import { findMembers, lockPlace, setRole, type Member } from './members.repo.ts';
import { checkManages, listPeople, type Actor, type PeopleDeps } from './people.service.ts';
import { placeNotFound, rankOf, type Place } from './place.ts';

type Wanted = { email: string; role: PeopleRole; first_name?: string | undefined; last_name?: string | undefined };

/**
 * Invites an address to a role in a place. A member is invited to a higher role, which replaces theirs once they
 * accept, and is given a lower one at once. Refuses `invitation.alreadyMember` for the role they have,
 * `session.forbidden` where owners are concerned and the caller isn't above them, `membership.lastOwner`.
 */
export const giveRole = async (
  deps: PeopleDeps,
  place: Place,
  wanted: Wanted,
  actor: Actor,
): Promise<{ people: ListedPerson[] }> => {
  const now = deps.clock.now();
  const done = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockPlace(tx, place))) refuse(placeNotFound[place.scope]);
    const members = await findMembers(tx, place, { email: wanted.email });
    const open = await openInvitationOf(tx, place, wanted.email, now);
    for (const role of [wanted.role, ...rolesOfOthers(members, actor), ...(open ? [open.role] : [])])
      checkManages(place, role, actor);
    if (members.some(({ role }) => role === wanted.role)) refuse('invitation.alreadyMember');
    const above = members.filter(({ role }) => rankOf[role] > rankOf[wanted.role]);
    if (above.length === 0) return { invited: await invite(tx, { ...wanted, place, by: actor.who, now }) };
    if (open) await closeInvitation(tx, open.id, 'withdrawn', { user: actor.who.id, now });
    if (open) await tellInbox(deps.events, tx, await provenHolders(tx, open.email));
    await lower(tx, place, above, wanted.role);
    return { lowered: above };
  });
  await tell(deps, done);
  return await listPeople(deps, place);
};

/** Whoever gives a role of their own up needs nobody's leave. */
const rolesOfOthers = (members: readonly Member[], { who }: Actor): PeopleRole[] =>
  members.filter(({ id }) => id !== who.id).map(({ role }) => role);

const lower = async (tx: Tx, place: Place, members: readonly Member[], role: PeopleRole): Promise<void> => {
  for (const { id } of members) await setRole(tx, place, id, role);
  await checkRemains(tx, place, members);
};

const tell = async (deps: PeopleDeps, done: { invited?: Invited; lowered?: readonly Member[] }): Promise<void> => {
  for (const { id } of done.lowered ?? []) deps.people.forget(id);
  if (done.invited) await sendInvitation(deps, done.invited);
};
