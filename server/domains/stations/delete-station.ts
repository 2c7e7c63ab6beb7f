import type { StationKey } from '#contract/rules/keys.ts';
import { hasStationSubscription } from '#server/domains/billing/billing.service.ts';
import { notifyInbox } from '#server/platform/inbox.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { lockStation } from './lock-station.ts';
import { hasRelays, invitedUsers } from './station-links.repo.ts';
import { changeStationRow } from './change-station.repo.ts';

/**
 * Deletes a station: takes it off the air at once and shows it only in its account's deleted list, where it can be
 * restored for 30 days. Refuses with `station.hasRelays` and `station.hasSubscription` (spec §4).
 */
export const deleteStation = async (
  { db, clock, events }: Pick<Kernel, 'db' | 'clock' | 'events'>,
  key: StationKey,
): Promise<undefined> => {
  await db.transaction().execute(async (tx) => {
    await lockStation(tx, key);
    if (await hasRelays(tx, key)) refuse('station.hasRelays');
    if (await hasStationSubscription(tx, key)) refuse('station.hasSubscription');
    const now = clock.now();
    await changeStationRow(tx, key, { deleted_at: now, updated: now });
    await notifyInbox(events, tx, await invitedUsers(tx, key));
  });
};
