import type { AccountKey, StationKey } from '#contract/rules/keys.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { makers } from '#server/testing/make.ts';

type Track = { path: string; size: number; durationMs: number };

type Added = { account: AccountKey; count: number; others: readonly StationKey[]; track: Track };

/** Adds stations of an account as rows, and to them and these others a track; all at once, so that they are placed at once. */
export const addStations = async (db: Db, { account, count, others, track }: Added): Promise<void> =>
  await db.transaction().execute(async (trx) => {
    const make = makers(trx);
    const keys = [...others];
    for (let number = 1; number <= count; number += 1)
      keys.push(await make.station(account, { name: `Station ${String(number)}` }));
    for (const station of keys) {
      const key = await make.track(station, { title: 'Sweep' });
      const format = { codec: 'mp3', bitrate: 128_000, sample_rate: 44_100, channels: 2 } as const;
      await trx
        .insertInto('renditions')
        .values({ track_key: key, ...format, path: track.path, size: track.size, duration_ms: track.durationMs })
        .execute();
      await trx.insertInto('playlist_tracks').values({ station_key: station, track_key: key, position: 1 }).execute();
    }
    // They change with their tracks, as by the API.
    await trx.updateTable('stations').set({ description: 'Of the chaos.' }).where('key', 'in', keys).execute();
  });
