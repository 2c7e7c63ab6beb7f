import type { StationKey } from '#contract/rules/keys.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export type AutomationRow = { requested: Date | null; mix_ms: number; level: boolean };

/** The automation settings of a station; undefined if it never requested automation. */
export const findAutomation = async (db: Db | Tx, station: StationKey): Promise<AutomationRow | undefined> =>
  await db
    .selectFrom('automation')
    .select(['requested', 'mix_ms', 'level'])
    .where('station_key', '=', station)
    .executeTakeFirst();

/** Requests automation as of `requested`, or withdraws the request; an earlier request keeps its time. */
export const setRequested = async (tx: Tx, station: StationKey, requested: Date | null): Promise<void> => {
  await tx
    .insertInto('automation')
    .values({ station_key: station, requested })
    .onConflict((conflict) =>
      conflict.column('station_key').doUpdateSet((at) => ({
        requested: requested === null ? null : at.fn.coalesce('automation.requested', 'excluded.requested'),
      })),
    )
    .execute();
};

/** Sets the crossfade that the software uses from its next start on. */
export const setMix = async (
  tx: Tx,
  station: StationKey,
  mix: Pick<AutomationRow, 'mix_ms' | 'level'>,
): Promise<void> => {
  await tx
    .insertInto('automation')
    .values({ station_key: station, ...mix })
    .onConflict((conflict) => conflict.column('station_key').doUpdateSet(mix))
    .execute();
};

/** Whether the station's playlist has a playable track. */
export const hasTrackToPlay = async (db: Db, station: StationKey): Promise<boolean> =>
  (await db
    .selectFrom('playlist_tracks')
    .innerJoin('tracks', 'tracks.key', 'playlist_tracks.track_key')
    .select('tracks.key')
    .where('playlist_tracks.station_key', '=', station)
    .where('tracks.state', '=', 'ready')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a station is a master or a relay (spec §3 "Type values"). */
export const typeOfStation = async (tx: Tx, station: StationKey): Promise<number | undefined> =>
  (await tx.selectFrom('stations').select('type').where('key', '=', station).executeTakeFirst())?.type;
