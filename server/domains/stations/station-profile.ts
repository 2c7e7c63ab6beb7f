import type * as z from 'zod/mini';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Station } from '#contract/api/station.ts';
import type { ChangedProfile, StationProfile } from '#contract/api/station-profile.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { stationPageUrl } from '#server/platform/pages/page-urls.ts';
import { refuseInUse } from './refuse-in-use.ts';
import { lockStation } from './lock-station.ts';
import { presentSocial } from './stations.presenter.ts';
import { changeStationRow } from './change-station.repo.ts';
import { findStation, type StationRow } from './stations.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

/** A station's public profile. */
export const profileOf = async (
  { db, config }: Pick<StationsDeps, 'db' | 'config'>,
  key: StationKey,
): Promise<StationProfile> => {
  const row = (await findStation(db, key)) ?? refuse('station.notFound');
  return {
    site_url: row.pretty_url,
    page_url: hasPage(row) ? stationPageUrl(config, row) : null,
    about: row.about,
    website: row.website,
    phone: row.phone,
    social: presentSocial(row.profile),
  };
};

/** As `isPublic` says in SQL (public-stations.repo.ts). */
const hasPage = (row: StationRow): boolean =>
  row.public && row.deleted_at === null && row.suspended_at === null && !row.account_suspended;

/** Changes the given profile fields; refuses a site URL that another station uses with `station.urlInUse`. */
export const setProfile = async (
  deps: StationsDeps,
  key: StationKey,
  { site_url, social, ...plain }: z.output<typeof ChangedProfile>,
): Promise<StationProfile> => {
  await deps.db.transaction().execute(async (tx) => {
    await lockStation(tx, key);
    const row = (await findStation(tx, key)) ?? refuse('station.notFound');
    const result = await changeStationRow(tx, key, {
      ...plain,
      pretty_url: site_url,
      ...(social && { profile: JSON.stringify({ ...row.profile, ...social }) }),
      updated: deps.clock.now(),
    });
    if (result !== 'done') refuse('station.urlInUse', {}, { site_url: 'The URL is already in use.' });
  });
  return await profileOf(deps, key);
};

/** Changes the URL of a station's page; of concurrent requests for the same URL, one succeeds. */
export const setPrettyUrl = async (
  deps: StationsDeps,
  key: StationKey,
  pretty_url: string,
  roles: readonly Role[],
): Promise<Station> => {
  const result = await changeStationRow(deps.db, key, { pretty_url, updated: deps.clock.now() });
  return result === 'done' ? await getStation(deps, key, roles) : refuseInUse(result);
};
