import type { StationKey } from '#contract/rules/keys.ts';
import { largeLogoSide, stationPictures } from '#contract/rules/limits.ts';
import type { Role } from '#contract/rules/permissions.ts';
import type { Station } from '#contract/api/station.ts';
import { deleteImage, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { lockStation } from './lock-station.ts';
import { changeStationRow } from './change-station.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

type Picture = 'logo' | 'background';
type Deps = StationsDeps & ImagesDeps;

const kindOf = { logo: 'station', background: 'background' } as const;

/** Replaces a picture with the uploaded one, cropped to its size (spec §5), and deletes the old files. A logo has a larger copy. */
export const setPicture = async (
  deps: Deps,
  key: StationKey,
  picture: Picture,
  path: string,
  roles: readonly Role[],
): Promise<Station> => {
  const stored: string[] = [];
  const store = async (size: { width: number; height: number }): Promise<string> => {
    const name = await storeImage(deps, kindOf[picture], path, { ...size, fit: 'cover' });
    stored.push(name);
    return name;
  };
  try {
    const name = await store(stationPictures[picture]);
    const large = { width: largeLogoSide, height: largeLogoSide };
    await replace(deps, key, picture === 'logo' ? { logo: name, logo_512: await store(large) } : { background: name });
  } catch (error) {
    for (const name of stored) await deleteImage(deps, name);
    throw error;
  }
  return await getStation(deps, key, roles);
};

/** Removes a picture; idempotent. */
export const removePicture = async (
  deps: StationsDeps & Pick<Kernel, 'storage'>,
  key: StationKey,
  picture: Picture,
  roles: readonly Role[],
): Promise<Station> => {
  await replace(deps, key, picture === 'logo' ? { logo: null, logo_512: null } : { background: null });
  return await getStation(deps, key, roles);
};

type Pictures = { logo: string | null; logo_512: string | null } | { background: string | null };

const replace = async (
  deps: StationsDeps & Pick<Kernel, 'storage'>,
  key: StationKey,
  pictures: Pictures,
): Promise<void> => {
  const old = await deps.db.transaction().execute(async (tx) => {
    const before = await lockStation(tx, key);
    await changeStationRow(tx, key, { ...pictures, updated: deps.clock.now() });
    return 'logo' in pictures ? [before.logo, before.logo_512] : [before.background];
  });
  for (const name of old) await deleteImage(deps, name);
};
