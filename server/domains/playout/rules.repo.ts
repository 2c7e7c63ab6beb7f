import { sql } from 'kysely';
import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjSettings } from '#contract/api/playout-rules.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

export const findRules = async (db: Db | Tx, station: StationKey): Promise<AutoDjSettings | undefined> => {
  const row = await db
    .selectFrom('stations')
    .innerJoin('autodj', 'autodj.station_key', 'stations.key')
    .select(['autodj.jingle_every', 'autodj.artist_minutes', 'autodj.title_minutes', 'stations.settings'])
    .where('stations.key', '=', station)
    .executeTakeFirst();
  if (!row) return undefined;
  const { settings, ...rules } = row;
  return { ...rules, mix_offset: settings.mix_offset, mix_speed: settings.mix_speed };
};

export const writeRules = async (tx: Tx, station: StationKey, rules: AutoDjSettings): Promise<void> => {
  const { jingle_every, artist_minutes, title_minutes } = rules;
  await tx
    .updateTable('autodj')
    .set({ jingle_every, artist_minutes, title_minutes })
    .where('station_key', '=', station)
    .execute();
};

/** Writes the crossfade to the station's settings; the row's trigger notifies the engine, also of the other rules. */
export const writeMixes = async (
  tx: Tx,
  station: StationKey,
  { mix_offset, mix_speed }: Pick<AutoDjSettings, 'mix_offset' | 'mix_speed'>,
): Promise<void> => {
  await sql`
    update stations set updated = clock_timestamp(),
      settings = settings || jsonb_build_object('mix_offset', ${mix_offset}::int, 'mix_speed', ${mix_speed}::int)
    where key = ${station}`.execute(tx);
};
