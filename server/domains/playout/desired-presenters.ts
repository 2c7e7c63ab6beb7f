import type { DesiredPresenter } from '#contract/engine/engine-presenters.ts';
import type { StationKey } from '#contract/rules/keys.ts';
import { minuteMs } from '#contract/rules/time.ts';
import type { Db } from '#server/kernel/kernel.ts';

export type DesiredPresenterList = DesiredPresenter[];

/** The presenters of these stations; a station without any is missing. */
export const desiredPresenters = async (
  db: Db,
  keys: readonly StationKey[],
): Promise<Map<StationKey, DesiredPresenterList>> => {
  const rows = await db
    .selectFrom('presenters')
    .selectAll()
    .where('station_key', 'in', [...keys])
    .orderBy('created')
    .orderBy('id')
    .execute();
  const byStation = new Map<StationKey, DesiredPresenterList>();
  for (const { station_key, id, name, user_name, password_hash, picture, windows, ...row } of rows) {
    const list = byStation.get(station_key) ?? [];
    byStation.set(station_key, list);
    const { at_end, grace_minutes, record, disabled } = row;
    list.push({
      ...{ id, user: user_name, name, picture, password_hash, windows, at_end, record, disabled },
      grace_ms: grace_minutes * minuteMs,
    });
  }
  return byStation;
};
