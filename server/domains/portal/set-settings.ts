import type { ChangedSettings, PortalSettings } from '#contract/api/portal.ts';
import { endSessionsWithoutFactor } from '#server/domains/people/second-factor-due.service.ts';
import type { AccountAdmin } from '#server/engines/identity/port.ts';
import type { SignIn } from '#server/kernel/auth/bearer.ts';
import type { People } from '#server/kernel/auth/people.ts';
import { checkRecent } from '#server/kernel/auth/recent-sign-in.ts';
import type { Clock, Db } from '#server/kernel/kernel.ts';
import { changeSettings, maskedSettings } from '#server/platform/settings.ts';

type Deps = { db: Db; clock: Clock; accountAdmin: AccountAdmin; people: People };

/**
 * Changes the general settings. Switching off the administrators' second-factor requirement needs a recent sign-in
 * (`session.stale`); switching it on signs out administrators without one.
 */
export const setSettings = async (deps: Deps, changes: ChangedSettings, signIn: SignIn): Promise<PortalSettings> => {
  const { admins_need_second_factor: was } = await maskedSettings(deps.db);
  const { admins_need_second_factor: wanted = was } = changes;
  if (was && !wanted) checkRecent(signIn, deps.clock.now());
  const settings = await changeSettings(deps, changes);
  if (!was && wanted) await endSessionsWithoutFactor(deps);
  return settings;
};
