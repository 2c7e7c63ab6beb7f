import { limits } from '#contract/limits.ts';
import type { PeopleRole } from '#contract/people.ts';
import { tellInbox } from '#server/platform/inbox.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';
import { orderInvitationLetter } from './invitation.work.ts';
import { provenHolders, putInvitation } from './invitations.repo.ts';
import { findMembers, lockPlace } from './members.repo.ts';
import { placeNotFound, rankOf, type Place } from './place.ts';
import { hashOfToken } from './token-hash.ts';

export type { Place } from './place.ts';

/** Somebody to be invited: `email` in lower case, as the contract's schema makes it. */
export type Asked = {
  place: Place;
  email: string;
  role: PeopleRole;
  first_name?: string | undefined;
  last_name?: string | undefined;
  by: Person;
  now: Date;
};

/** An invitation that was written down and whose letter is still to be sent. */
export type Invited = { id: string; email: string };

/**
 * Writes an invitation down in the caller's transaction: 7 days, one use, one open at a time for an address and a
 * place (a new one replaces it). Refuses `invitation.alreadyMember` who has this role or a higher one. Send its
 * letter by `sendInvitation` once the transaction is committed.
 */
export const invite = async (tx: Tx, asked: Asked): Promise<Invited> => {
  const { place, email, role, by, now } = asked;
  if (!(await lockPlace(tx, place))) refuse(placeNotFound[place.scope]);
  const members = await findMembers(tx, place, { email });
  if (members.some((member) => rankOf[member.role] >= rankOf[role])) refuse('invitation.alreadyMember');
  const { id } = await putInvitation(tx, {
    id: randomLetters(idLetters),
    // Nobody knows this one: the letter's is made when it is sent.
    token_hash: hashOfToken(randomLetters(secretLetters)),
    place,
    email,
    first_name: asked.first_name ?? '',
    last_name: asked.last_name ?? '',
    role,
    invited_by: by.id,
    created: now,
    expires_at: new Date(now.getTime() + limits.invitationDays * dayMs),
  });
  return { id, email };
};

/** Has the letter of an invitation sent, again until it went out, and tells whoever has proven its address. */
export const sendInvitation = async (
  { db, jobs, events }: Pick<Kernel, 'db' | 'jobs' | 'events'>,
  invited: Invited,
): Promise<void> => {
  await orderInvitationLetter({ jobs }, invited.id);
  await tellInbox(events, db, await provenHolders(db, invited.email));
};

const secretLetters = 32;
const idLetters = 22;
const dayMs = 24 * 3600 * 1000;
