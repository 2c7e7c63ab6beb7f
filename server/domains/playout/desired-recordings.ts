import type { StationDesired } from '#contract/engine/engine.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type DesiredRecordings = NonNullable<StationDesired['recordings']>;

/** The scheduled recordings of these stations that have not become an episode yet. */
export const desiredRecordings = async (
  db: Db,
  keys: readonly StationKey[],
): Promise<Map<StationKey, DesiredRecordings>> => {
  const rows = await db
    .selectFrom('recordings')
    .innerJoin('podcasts', 'podcasts.key', 'recordings.podcast_key')
    .innerJoin('stations', 'stations.key', 'recordings.station_key')
    .select(['recordings.id', 'recordings.station_key', 'recordings.begins', 'recordings.ends'])
    .where('recordings.station_key', 'in', [...keys])
    .where('recordings.state', 'in', ['planned', 'taking'])
    // A station that was transferred is no longer recorded for its former account.
    .whereRef('podcasts.account_key', '=', 'stations.account_key')
    .orderBy('recordings.begins')
    .orderBy('recordings.id')
    .execute();
  const byStation = new Map<StationKey, DesiredRecordings>();
  for (const { id, station_key, begins, ends } of rows) {
    const recordings = byStation.get(station_key) ?? [];
    byStation.set(station_key, recordings);
    recordings.push({ id, begin: begins.getTime(), end: ends.getTime() });
  }
  return byStation;
};
