import type * as z from 'zod/mini';
import type { StationKey } from '#contract/keys.ts';
import type { Role } from '#contract/permissions.ts';
import type { Station } from '#contract/station.ts';
import type { ChangedProfile, StationProfile } from '#contract/station-profile.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { refuseTaken } from './refuse-taken.ts';
import { holdStation } from './hold-station.ts';
import { presentSocial } from './stations.presenter.ts';
import { changeStationRow } from './change-station.repo.ts';
import { findStation } from './stations.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

/** What the public is told of a station. */
export const profileOf = async ({ db }: Pick<StationsDeps, 'db'>, key: StationKey): Promise<StationProfile> => {
  const row = (await findStation(db, key)) ?? refuse('station.notFound');
  return {
    site_url: row.pretty_url,
    about: row.about,
    website: row.website,
    phone: row.phone,
    social: presentSocial(row.profile),
  };
};

/** Changes what is named of a profile; refuses a site URL that is another station's with `station.urlInUse`. */
export const setProfile = async (
  deps: StationsDeps,
  key: StationKey,
  { site_url, social, ...plain }: z.output<typeof ChangedProfile>,
): Promise<StationProfile> => {
  await deps.db.transaction().execute(async (tx) => {
    await holdStation(tx, key);
    const row = (await findStation(tx, key)) ?? refuse('station.notFound');
    const done = await changeStationRow(tx, key, {
      ...plain,
      pretty_url: site_url,
      ...(social && { profile: JSON.stringify({ ...row.profile, ...social }) }),
      updated: deps.clock.now(),
    });
    if (done !== 'done') refuse('station.urlInUse', {}, { site_url: 'The URL is already in use.' });
  });
  return await profileOf(deps, key);
};

/** Gives a station's page another address; of those who want the same one at once, one gets it. */
export const setPrettyUrl = async (
  deps: StationsDeps,
  key: StationKey,
  pretty_url: string,
  roles: readonly Role[],
): Promise<Station> => {
  const done = await changeStationRow(deps.db, key, { pretty_url, updated: deps.clock.now() });
  return done === 'done' ? await getStation(deps, key, roles) : refuseTaken(done);
};
