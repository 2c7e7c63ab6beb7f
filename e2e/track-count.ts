import type { StationKey } from '#contract/rules/keys.ts';
import { readConfig } from '#server/kernel/config.ts';
import { connectDatabase } from '#server/kernel/db/connect.ts';
import type { Product } from './product.ts';

/** Gives a station so many tracks without audio, instead of its own: the limits of plans are too large to upload. */
export const setTrackCount = async (product: Product, station: StationKey, count: number): Promise<void> => {
  const { db } = connectDatabase(readConfig({ DATA_DIR: product.dataDir }).databaseUrl, 1);
  await db.deleteFrom('tracks').where('station_key', '=', station).execute();
  const rows = Array.from({ length: count }, (_, i) => ({
    key: `t-limit${String(i)}`,
    station_key: station,
    title: String(i),
    filename: 'x.mp3',
    original: `originals/x${String(i)}`,
    sha256: '',
    state: 'ready' as const,
  }));
  if (count > 0)
    await db
      .insertInto('tracks')
      .values(rows as never)
      .execute();
  await db.destroy();
};
