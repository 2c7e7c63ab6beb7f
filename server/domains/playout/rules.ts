import type { StationKey } from '#contract/rules/keys.ts';
import type { AutoDjSettings } from '#contract/api/playout-rules.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Tx } from '#server/kernel/kernel.ts';
import { findRules, writeMixes, writeRules } from './rules.repo.ts';

/** The playback rules of a station's Auto DJ; the crossfade is that of `radio_server_settings`. */
export const getRules = async (db: Db | Tx, key: StationKey): Promise<AutoDjSettings> =>
  (await findRules(db, key)) ?? refuse('station.notFound');

/** Changes the playback rules, from the next track on. */
export const setRules = async (db: Db, key: StationKey, rules: AutoDjSettings): Promise<AutoDjSettings> =>
  await db.transaction().execute(async (tx) => {
    await writeRules(tx, key, rules);
    await writeMixes(tx, key, rules);
    return await getRules(tx, key);
  });
