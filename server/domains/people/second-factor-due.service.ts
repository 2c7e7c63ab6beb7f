import type { Kernel } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { People } from '#server/kernel/auth/people.ts';
import { portalAdmins } from './portal-users.repo.ts';

type Deps = Pick<Kernel, 'db'> & { accountAdmin: AccountAdmin; people: People };

/**
 * Signs out portal administrators without a second factor where one is required, or only the one with this
 * id: at their next sign-in they set one up before they get a token. Does nothing with a provider that manages second
 * factors itself.
 */
export const endSessionsWithoutFactor = async (deps: Deps, id?: string): Promise<void> => {
  const { db, accountAdmin, people } = deps;
  const { secondFactors } = accountAdmin;
  if (!secondFactors || !(await portalSettings(db)).admins_need_second_factor) return;
  const admins = await portalAdmins(db, id);
  const holders = await secondFactors.holders(admins.map(({ subject }) => subject));
  for (const admin of admins) {
    if (holders.has(admin.subject)) continue;
    await accountAdmin.endSessions(admin.subject);
    people.forget(admin.id);
  }
};
