import { mayDo, type Role } from '#contract/rules/permissions.ts';
import { findResourceContexts } from '#server/kernel/auth/resource-context.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import type { InvitationRow } from './invitations.repo.ts';

type SentInvitation = Pick<InvitationRow, 'scope' | 'account_key' | 'station_key' | 'role' | 'invited_by'>;

/** Whether the inviter has lost the right to send this invitation. */
export const isLapsed = async (db: Db | Tx, invitation: SentInvitation): Promise<boolean> => {
  const { scope, role } = invitation;
  const roles = await rolesOfInviter(db, invitation);
  if (!mayDo(`${scope}.managePeople`, roles)) return true;
  return role === 'owner' && scope !== 'portal' && !mayDo(`${scope}.manageOwners`, roles);
};

const rolesOfInviter = async (
  db: Db | Tx,
  { scope, account_key, station_key, invited_by }: SentInvitation,
): Promise<readonly Role[]> => {
  if (invited_by === null) return [];
  const row = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'portal_admin as isPortalAdmin'])
    .where('id', '=', invited_by)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!row) return [];
  if (scope === 'portal') return row.isPortalAdmin ? ['portalAdmin'] : [];
  const key = (scope === 'account' ? account_key : station_key) ?? '';
  const found = await findResourceContexts(db, row, new Map([[scope, new Set([key])]]));
  return found.get(key)?.roles ?? [];
};
