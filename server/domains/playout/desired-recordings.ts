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
    .select(['id', 'station_key', 'begins', 'ends'])
    .where('station_key', 'in', [...keys])
    .where('state', 'in', ['planned', 'taking'])
    .orderBy('begins')
    .orderBy('id')
    .execute();
  const found = new Map<StationKey, DesiredRecordings>();
  for (const { id, station_key, begins, ends } of rows) {
    const ofStation = found.get(station_key) ?? [];
    found.set(station_key, ofStation);
    ofStation.push({ id, begin: begins.getTime(), end: ends.getTime() });
  }
  return found;
};
