import type { ListedPerson } from '#contract/api/listed-person.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import {
  closeInvitation,
  openInvitationOf,
  openInvitationsTo,
  usersWithVerifiedEmail,
  type InvitationRow,
} from './invitations.repo.ts';
import { isLapsed } from './lapsed-invitation.ts';
import { ensureOwnerRemains } from './ensure-owner-remains.ts';
import { findMembers, lockPlace, removeMember, type Member } from './members.repo.ts';
import { checkMayManage, listPeople, type Actor, type PeopleDeps } from './people.service.ts';
import { placeNotFound, type Place } from './place.ts';

/**
 * Removes a person's role in a place, or the open invitation to it, together with every open invitation of their
 * e-mail there. Refuses `membership.notFound` if they have neither, `membership.needsTarget` without id and e-mail,
 * `membership.lastOwner` and `membership.lastAdmin` if none would remain.
 */
export const removePerson = async (
  deps: PeopleDeps,
  place: Place,
  role: PeopleRole,
  target: { id: string } | { email: string | undefined },
  actor: Actor,
): Promise<{ people: ListedPerson[] }> => {
  const person = identify(target);
  const removed = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockPlace(tx, place))) refuse(placeNotFound[place.scope]);
    const members = (await findMembers(tx, place, person)).filter((member) => member.role === role);
    const invitations = await invitationsOf(deps, tx, place, addressesOf(person, members));
    if (members.length === 0 && !invitations.some((one) => 'email' in person && one.role === role))
      refuse('membership.notFound');
    checkAll(deps, place, members, invitations, actor);
    for (const { id } of members) await removeMember(tx, place, id);
    const by = { user: actor.who.id, now: deps.clock.now() };
    for (const { id, email } of invitations) {
      await closeInvitation(tx, id, 'withdrawn', by);
      await notifyInbox(deps.events, tx, await usersWithVerifiedEmail(tx, email));
    }
    for (const { id } of members) await withdrawInvitationsBy(deps, tx, place, id);
    await ensureOwnerRemains(tx, place, members);
    return members;
  });
  for (const { id } of removed) deps.people.forget(id);
  return await listPeople(deps, place, actor.roles);
};

/** Withdraws the invitations this person sent there and may no longer send. */
const withdrawInvitationsBy = async (deps: PeopleDeps, tx: Tx, place: Place, inviter: string): Promise<void> => {
  const now = deps.clock.now();
  for (const invitation of await openInvitationsTo(tx, place, now)) {
    if (invitation.invited_by !== inviter || !(await isLapsed(tx, invitation))) continue;
    await closeInvitation(tx, invitation.id, 'withdrawn', { user: inviter, now });
    await notifyInbox(deps.events, tx, await usersWithVerifiedEmail(tx, invitation.email));
  }
};

type PersonTarget = { id: string } | { email: string };

const identify = (target: { id: string } | { email: string | undefined }): PersonTarget => {
  if ('id' in target) return target;
  return target.email === undefined ? refuse('membership.needsTarget') : { email: target.email };
};

const addressesOf = (person: PersonTarget, members: readonly Member[]): string[] => [
  ...new Set(['email' in person ? [person.email] : [], members.map(({ email }) => email.toLowerCase())].flat()),
];

const invitationsOf = async (deps: PeopleDeps, tx: Tx, place: Place, emails: string[]): Promise<InvitationRow[]> => {
  const found: InvitationRow[] = [];
  for (const email of emails) {
    const open = await openInvitationOf(tx, place, email, deps.clock.now());
    if (open) found.push(open);
  }
  return found;
};

/** Members may leave without any right over their own role. */
const checkAll = (
  deps: PeopleDeps,
  place: Place,
  members: readonly Member[],
  invitations: readonly InvitationRow[],
  actor: Actor,
): void => {
  for (const { role } of invitations) checkMayManage(place, role, actor);
  for (const member of members) {
    if (member.id !== actor.who.id) checkMayManage(place, member.role, actor);
    if (place.scope === 'portal' && member.email.toLowerCase() === deps.adminEmail?.toLowerCase())
      refuse('membership.configured');
  }
};
