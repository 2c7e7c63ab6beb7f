import type { StationDesired } from '#contract/engine.ts';
import type { StationKey } from '#contract/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type DesiredRecordings = NonNullable<StationDesired['recordings']>;

/** What of these stations is to be recorded into episodes: all that is planned and no episode yet. */
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
    // A station that was given to another account is recorded for its old one no more.
    .whereRef('podcasts.account_key', '=', 'stations.account_key')
    .orderBy('recordings.begins')
    .orderBy('recordings.id')
    .execute();
  const found = new Map<StationKey, DesiredRecordings>();
  for (const { id, station_key, begins, ends } of rows) {
    const ofStation = found.get(station_key) ?? [];
    found.set(station_key, ofStation);
    ofStation.push({ id, begin: begins.getTime(), end: ends.getTime() });
  }
  return found;
};
