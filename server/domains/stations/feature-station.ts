import type { StationKey } from '#contract/rules/keys.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { changeStationRow } from './change-station.repo.ts';
import { findStation } from './stations.repo.ts';
import type { StationsDeps } from './stations.service.ts';

type Deps = Pick<StationsDeps, 'db' | 'clock'>;

/** Whether a station is featured, by an administrator or because its account pays for that. */
export const featuredOf = async ({ db }: Deps, key: StationKey): Promise<{ featured: boolean }> => {
  const { featured, sponsored } = (await findStation(db, key)) ?? refuse('station.notFound');
  return { featured: featured || sponsored };
};

/** Sets or clears the administrators' flag of a station, which stays featured while its account pays for that; idempotent. */
export const setFeatured = async (deps: Deps, key: StationKey, featured: boolean): Promise<{ featured: boolean }> => {
  await changeStationRow(deps.db, key, { featured, updated: deps.clock.now() });
  return await featuredOf(deps, key);
};
