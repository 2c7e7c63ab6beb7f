import type { StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Station } from '#contract/api/station.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { lockStation } from './lock-station.ts';
import { changeStationRow } from './change-station.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

type By = { who: Person; roles: readonly Role[] };

/**
 * Takes a station off the air until it is reactivated; refuses with `station.alreadySuspended`. The portal may also
 * suspend a station that its account suspended; from then on only the portal can reactivate it.
 */
export const suspendStation = async (deps: StationsDeps, key: StationKey, by: By): Promise<Station> => {
  const byPortal = actsForPortal(by);
  await deps.db.transaction().execute(async (tx) => {
    const { suspended_at, suspended_by_portal } = await lockStation(tx, key);
    if (suspended_at !== null && (suspended_by_portal || !byPortal)) refuse('station.alreadySuspended');
    const now = deps.clock.now();
    await changeStationRow(tx, key, {
      suspended_at: suspended_at ?? now,
      suspended_by_portal: byPortal,
      updated: now,
    });
  });
  return await getStation(deps, key, by.roles);
};

/** Puts a station back on the air; refuses with `station.notSuspended` and, for non-admins, `station.suspendedByPortal`. */
export const reactivateStation = async (deps: StationsDeps, key: StationKey, by: By): Promise<Station> => {
  await deps.db.transaction().execute(async (tx) => {
    const { suspended_at, suspended_by_portal } = await lockStation(tx, key);
    if (suspended_at === null) refuse('station.notSuspended');
    if (suspended_by_portal && !by.who.isPortalAdmin) refuse('station.suspendedByPortal');
    await changeStationRow(tx, key, { suspended_at: null, suspended_by_portal: false, updated: deps.clock.now() });
  });
  return await getStation(deps, key, by.roles);
};

/** A portal administrator who is also an owner or admin of the account acts for the account. */
const actsForPortal = ({ who, roles }: By): boolean =>
  who.isPortalAdmin && !roles.includes('accountOwner') && !roles.includes('accountAdmin');
