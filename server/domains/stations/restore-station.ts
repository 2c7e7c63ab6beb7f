import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { limits, stationTypes } from '#contract/rules/limits.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { bitRateAllowed, tracksAllowed } from '#contract/rules/plans.ts';
import { MountName, type Station } from '#contract/api/station.ts';
import type { Restorable, restoreRefusals } from '#contract/api/stations.ts';
import { lockAccount } from '#server/domains/accounts/accounts.service.ts';
import { featuresOfAccount, podcastsOf } from '#server/domains/billing/billing.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import { countPodcasts, countTracks, hasOtherDefault, isStationOf } from './station-links.repo.ts';
import { changeStationRow, lockStationRow, type LockedStation } from './change-station.repo.ts';
import { countMasterStations } from './stations.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

type Reason = (typeof restoreRefusals)[number];
const restorableMs = limits.deletedStationDays * 24 * 3_600_000;

/** Whether a deleted station can be restored now, and until when; read-only. */
export const restorable = async (
  { db, clock }: StationsDeps,
  account: AccountKey,
  key: StationKey,
  who: Person,
): Promise<Restorable> =>
  await db.transaction().execute(async (tx) => {
    const row = (await lockStationRow(tx, key)) ?? refuse('restore.stationNotFound');
    const reason = await blockingReason(tx, { account, key, row, now: clock.now() }, who);
    const deleted = row.deleted_at?.getTime() ?? Number.NaN;
    return {
      restorable: reason === null,
      reason,
      deleted_at: row.deleted_at?.toISOString() ?? '',
      until: row.deleted_at ? new Date(deleted + restorableMs).toISOString() : '',
    };
  });

/** Restores a deleted station unchanged; refuses with the reason that prevents it (spec §8 "Restore"). */
export const restoreStation = async (
  deps: StationsDeps,
  account: AccountKey,
  key: StationKey,
  by: { who: Person; roles: readonly Role[] },
): Promise<Station> => {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, account))) refuse('restore.accountNotFound');
    const row = (await lockStationRow(tx, key)) ?? refuse('restore.stationNotFound');
    const reason = await blockingReason(tx, { account, key, row, now: deps.clock.now() }, by.who);
    if (reason !== null) refuse(reason);
    const tags = (await hasOtherDefault(tx, key)) ? row.tags.filter((tag) => tag !== 'default') : row.tags;
    await changeStationRow(tx, key, { deleted_at: null, tags, updated: deps.clock.now() });
  });
  return await getStation(deps, key, by.roles);
};

const blockingReason = async (
  tx: Tx,
  { account, key, row, now }: { account: AccountKey; key: StationKey; row: LockedStation; now: Date },
  { isPortalAdmin }: Person,
): Promise<Reason | null> => {
  if (row.account_key !== account) return 'restore.stationNotFound';
  if (row.deleted_at === null) return 'restore.notDeleted';
  // Its files may already be in deletion.
  if (now.getTime() - row.deleted_at.getTime() >= restorableMs) return 'restore.stationNotFound';
  if (!MountName.safeParse(row.streamname).success) return 'restore.mountNotFound';
  if (await lacksMaster(tx, account, row)) return 'restore.masterNotFound';
  const plan = await featuresOfAccount(tx, account);
  const isMaster = row.type === stationTypes.master;
  const stations = isMaster ? await countMasterStations(tx, account) : 0;
  if (isMaster && !isPortalAdmin && stations >= plan.allowedStationsCount) return 'restore.stationLimit';
  const podcasts = (await podcastsOf(tx, account)) + (await countPodcasts(tx, key));
  if (!isPortalAdmin && podcasts > plan.allowedPodcastsCount) return 'restore.podcastLimit';
  if ((await countTracks(tx, key)) > tracksAllowed({ isPortalAdmin, plan })) return 'restore.trackLimit';
  return row.bitrate > bitRateAllowed({ isPortalAdmin, plan }) ? 'restore.bitrateLimit' : null;
};

/** Whether a relay has no source: its master is deleted or in another account, or it has no master and no URL. */
const lacksMaster = async (tx: Tx, account: AccountKey, { type, master_key, relay_url }: LockedStation) =>
  master_key === null ? type === stationTypes.relay && relay_url === '' : !(await isStationOf(tx, account, master_key));
