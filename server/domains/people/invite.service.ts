import { limits } from '#contract/rules/limits.ts';
import type { PeopleRole } from '#contract/api/people.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { dayMs } from '#contract/rules/time.ts';
import { queueInvitationEmail } from './invitation.work.ts';
import { usersWithVerifiedEmail, upsertInvitation } from './invitations.repo.ts';
import { findMembers, lockPlace } from './members.repo.ts';
import { placeNotFound, rankOf, type Place } from './place.ts';
import { hashToken } from './token-hash.ts';

export type { Place } from './place.ts';

/** A request to invite a person; `email` is lower case, as the contract's schema makes it. */
export type InvitationRequest = {
  place: Place;
  email: string;
  role: PeopleRole;
  first_name?: string | undefined;
  last_name?: string | undefined;
  by: Person;
  now: Date;
};

/** A stored invitation whose e-mail is still to be sent. */
export type CreatedInvitation = { id: string; email: string };

/**
 * Stores an invitation in the caller's transaction: valid for 7 days and one use, one open per e-mail and
 * place (a new one replaces it). Refuses `invitation.alreadyMember` for members with this role or a higher one. Send
 * its e-mail with `sendInvitation` once the transaction is committed.
 */
export const invite = async (tx: Tx, request: InvitationRequest): Promise<CreatedInvitation> => {
  const { place, email, role, by, now } = request;
  if (!(await lockPlace(tx, place))) refuse(placeNotFound[place.scope]);
  const members = await findMembers(tx, place, { email });
  if (members.some((member) => rankOf[member.role] >= rankOf[role])) refuse('invitation.alreadyMember');
  const { id } = await upsertInvitation(tx, {
    id: randomLetters(idLetters),
    // A placeholder that nobody knows: the real secret is created when the e-mail is sent.
    token_hash: hashToken(randomLetters(secretLetters)),
    place,
    email,
    first_name: request.first_name ?? '',
    last_name: request.last_name ?? '',
    role,
    invited_by: by.id,
    created: now,
    expires_at: new Date(now.getTime() + limits.invitationDays * dayMs),
  });
  return { id, email };
};

/** Queues the invitation's e-mail with the inviter's message, retried until it is sent; notifies users with that verified e-mail. */
export const sendInvitation = async (
  { db, jobs, events }: Pick<Kernel, 'db' | 'jobs' | 'events'>,
  invited: CreatedInvitation,
  message = '',
): Promise<void> => {
  await queueInvitationEmail({ jobs }, invited.id, message);
  await notifyInbox(events, db, await usersWithVerifiedEmail(db, invited.email));
};

const secretLetters = 32;
const idLetters = 22;
