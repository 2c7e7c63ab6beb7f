import { sql } from 'kysely';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { podcastChanged } from './podcasts.events.ts';

/**
 * Moves a station's podcasts to another account; their feeds, pages and guids don't change. Parent links that would
 * cross accounts are removed.
 */
export const movePodcasts = async (
  tx: Tx,
  { events, clock }: Pick<Kernel, 'events' | 'clock'>,
  station: StationKey,
  account: AccountKey,
): Promise<void> => {
  const moved = await tx
    .updateTable('podcasts')
    .set({ account_key: account, updated: clock.now() })
    .where('station_key', '=', station)
    .returning('key')
    .execute();
  if (moved.length === 0) return;
  const unlinked = await sql<{ key: PodcastKey }>`
    update podcasts set parent = null from podcasts above
    where podcasts.parent = above.key and podcasts.account_key <> above.account_key
      and (podcasts.station_key = ${station} or above.station_key = ${station})
    returning podcasts.key`.execute(tx);
  for (const key of new Set([...moved, ...unlinked.rows].map((row) => row.key)))
    await events.emit(tx, podcastChanged, { key });
};
