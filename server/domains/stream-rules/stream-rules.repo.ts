import type { StationKey } from '#contract/rules/keys.ts';
import type { StreamRules } from '#contract/api/stream-rules.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';

const columns = [
  ...(['country_mode', 'countries', 'allowed_networks', 'blocked_networks', 'only_allowed'] as const),
  ...(['max_listeners', 'max_per_address', 'show_listeners'] as const),
] as const;

/** The rules of a station; undefined if it never had any. */
export const findRules = async (db: Db | Tx, station: StationKey): Promise<StreamRules | undefined> =>
  await db.selectFrom('stream_rules').select(columns).where('station_key', '=', station).executeTakeFirst();

/** Replaces the rules of a station. */
export const saveRules = async (tx: Tx, station: StationKey, rules: StreamRules): Promise<void> => {
  await tx
    .insertInto('stream_rules')
    .values({ station_key: station, ...rules })
    .onConflict((conflict) => conflict.column('station_key').doUpdateSet(rules))
    .execute();
};
