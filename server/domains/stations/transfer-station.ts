import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import { stationTypes } from '#contract/rules/limits.ts';
import { bitRateAllowed, canCreateStation, tracksAllowed } from '#contract/rules/plans.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Station } from '#contract/api/station.ts';
import { featuresOfAccount, hasStationSubscription, podcastsOf } from '#server/domains/billing/billing.service.ts';
import type { EngineSync } from '#server/domains/playout/playout.events.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import type {} from '#server/platform/lifecycle.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { lockStation } from './lock-station.ts';
import {
  countPodcasts,
  countTracks,
  detachDeletedRelays,
  hasRelays,
  invitedUsers,
  removeTeam,
} from './station-links.repo.ts';
import { changeStationRow, type LockedStation } from './change-station.repo.ts';
import { countMasterStations } from './stations.repo.ts';
import { newPassword, newRelaySecret } from './source-password.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

type Deps = StationsDeps & Pick<Kernel, 'events' | 'hooks'> & { engine: EngineSync };

/**
 * Transfers a station with its library and podcasts to another account whose plan has room for it. Removes all station
 * roles and replaces the encoder password. Refuses while it has a subscription or is linked to other stations.
 */
export const transferStation = async (
  deps: Deps,
  key: StationKey,
  account: AccountKey,
  by: { who: Person; roles: readonly Role[] },
): Promise<Station> => {
  await deps.db.transaction().execute(async (tx) => {
    const station = await lockStation(tx, key, [account]);
    if (station.account_key === account) refuse('station.sameAccount');
    if (await hasStationSubscription(tx, key)) refuse('station.transferSubscribed');
    if (station.master_key !== null || (await hasRelays(tx, key))) refuse('station.transferLinked');
    await checkRoom(tx, account, key, station, by.who);
    await notifyInbox(deps.events, tx, await invitedUsers(tx, key));
    await removeTeam(tx, key, deps.clock.now());
    await detachDeletedRelays(tx, key);
    await changeStationRow(tx, key, {
      account_key: account,
      billing_owner: null,
      tags: station.tags.filter((tag) => tag !== 'default'),
      source_password: newPassword(),
      relay_secret: newRelaySecret(),
      updated: deps.clock.now(),
    });
    await deps.hooks.run('station.transferred', { tx, station: key, account });
  });
  deps.engine.kick(key);
  return await getStation(deps, key, by.roles);
};

const checkRoom = async (
  tx: Tx,
  account: AccountKey,
  key: StationKey,
  { type, bitrate }: LockedStation,
  { isPortalAdmin }: Person,
): Promise<void> => {
  const plan = await featuresOfAccount(tx, account);
  const masterStations = await countMasterStations(tx, account);
  if (type === stationTypes.master && !canCreateStation({ isPortalAdmin, masterStations, plan }))
    refuse('plan.stationLimit');
  if ((await countTracks(tx, key)) > tracksAllowed({ isPortalAdmin, plan })) refuse('plan.tracksExceeded');
  const podcasts = await countPodcasts(tx, key);
  if (!isPortalAdmin && podcasts > 0 && (await podcastsOf(tx, account)) + podcasts > plan.allowedPodcastsCount)
    refuse('plan.podcastLimit');
  if (bitrate > bitRateAllowed({ isPortalAdmin, plan })) refuse('plan.bitrateExceeded');
};
