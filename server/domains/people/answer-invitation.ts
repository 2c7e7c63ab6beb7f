import type { MyInvite } from '#contract/api/people.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { hashToken } from './token-hash.ts';
import { closeInvitation, findOpenInvitation, type OpenInvitation } from './invitations.repo.ts';
import { isLapsed } from './lapsed-invitation.ts';
import { emailOfPerson, findMembers, lockPlace, setRole } from './members.repo.ts';
import { presentMyInvite } from './my-invitations.service.ts';
import type { PeopleDeps } from './people.service.ts';
import { rankOf, type Place } from './place.ts';

/**
 * One open invitation of this person, by its id or the secret in its e-mail. Refuses `invitation.invalid` when it is
 * unknown, expired, answered or its target is deleted, `invitation.otherPerson` when it was sent to another e-mail,
 * `invitation.unverified` while the person's e-mail is unverified,
 * and `invitation.lapsed` when the inviter may no longer invite.
 */
export const myInvitation = async (deps: PeopleDeps, who: Person, token: string): Promise<MyInvite> =>
  presentMyInvite(await findOwn(deps, deps.db, who, token));

/**
 * Makes the person a member, once even under concurrent calls; never lowers a role they already have.
 * Refuses like `myInvitation`, and when the account or station is suspended.
 */
export const acceptInvitation = async (deps: PeopleDeps, who: Person, token: string): Promise<MyInvite> => {
  const accepted = await deps.db.transaction().execute(async (tx) => {
    const invitation = await findOwn(deps, tx, who, token);
    const place = placeOf(invitation);
    if (!(await lockPlace(tx, place))) refuse('invitation.invalid');
    // Checked again under the lock, so that a concurrent removal of the inviter comes either before or after.
    if (await isLapsed(tx, invitation)) refuse('invitation.lapsed');
    const by = { user: who.id, now: deps.clock.now() };
    if (!(await closeInvitation(tx, invitation.id, 'accepted', by))) refuse('invitation.invalid');
    if (invitation.accountSuspended) refuse('account.suspended');
    if (invitation.stationSuspended) refuse('station.suspended');
    const [member] = await findMembers(tx, place, { id: who.id });
    if (!member || rankOf[member.role] < rankOf[invitation.role]) await setRole(tx, place, who.id, invitation.role);
    return invitation;
  });
  deps.people.forget(who.id);
  await notifyInbox(deps.events, deps.db, [who.id]);
  return presentMyInvite(accepted);
};

/** Declines an invitation; refuses like `myInvitation`. */
export const rejectInvitation = async (deps: PeopleDeps, who: Person, token: string): Promise<MyInvite> => {
  const invitation = await findOwn(deps, deps.db, who, token);
  const isClosed = await closeInvitation(deps.db, invitation.id, 'rejected', { user: who.id, now: deps.clock.now() });
  if (!isClosed) refuse('invitation.invalid');
  await notifyInbox(deps.events, deps.db, [who.id]);
  return presentMyInvite(invitation);
};

const findOwn = async (deps: PeopleDeps, db: Db | Tx, who: Person, token: string): Promise<OpenInvitation> => {
  const idOrHash = { id: token, hash: hashToken(token) };
  const found = (await findOpenInvitation(db, idOrHash, deps.clock.now())) ?? refuse('invitation.invalid');
  const { email, isProven } = await emailOfPerson(db, who.id);
  if (found.email !== email) refuse('invitation.otherPerson');
  if (!isProven) refuse('invitation.unverified');
  return (await isLapsed(db, found)) ? refuse('invitation.lapsed') : found;
};

const placeOf = (row: OpenInvitation): Place => {
  if (row.scope === 'portal') return { scope: 'portal' };
  if (row.scope === 'account' && row.account_key) return { scope: 'account', account: row.account_key };
  return row.station_key ? { scope: 'station', station: row.station_key } : refuse('invitation.invalid');
};
