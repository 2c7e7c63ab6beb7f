import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { countHolders, type Member } from './members.repo.ts';
import type { Place } from './place.ts';

/**
 * Refuses a change that leaves an account without an owner or the portal without an administrator who may sign in; call
 * it in the transaction after these members lost their role. A station needs no owner: its account has one.
 */
export const ensureOwnerRemains = async (
  tx: Tx,
  place: Place,
  lost: readonly Pick<Member, 'role'>[],
): Promise<void> => {
  if (place.scope === 'account' && lost.some(({ role }) => role === 'owner'))
    if ((await countHolders(tx, place, 'owner')) === 0) refuse('membership.lastOwner');
  if (place.scope === 'portal' && lost.length > 0)
    if ((await countHolders(tx, place, 'admin')) === 0) refuse('membership.lastAdmin');
};
