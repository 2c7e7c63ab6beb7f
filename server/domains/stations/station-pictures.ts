import type { StationKey } from '#contract/keys.ts';
import { stationPictures } from '#contract/limits.ts';
import type { Role } from '#contract/permissions.ts';
import type { Station } from '#contract/station.ts';
import { deleteImage, storeImage, type ImagesDeps } from '#server/platform/images.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { lockStation } from './lock-station.ts';
import { changeStationRow } from './change-station.repo.ts';
import { getStation, type StationsDeps } from './stations.service.ts';

type Picture = 'logo' | 'background';
type Deps = StationsDeps & ImagesDeps;

const kindOf = { logo: 'station', background: 'background' } as const;

/** Replaces a picture with the uploaded one, cropped to its size (spec §5), and deletes the old file. */
export const setPicture = async (
  deps: Deps,
  key: StationKey,
  picture: Picture,
  path: string,
  roles: readonly Role[],
): Promise<Station> => {
  const name = await storeImage(deps, kindOf[picture], path, { ...stationPictures[picture], fit: 'cover' });
  try {
    await replace(deps, key, picture, name);
  } catch (error) {
    await deleteImage(deps, name);
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
  await replace(deps, key, picture, null);
  return await getStation(deps, key, roles);
};

const replace = async (
  deps: StationsDeps & Pick<Kernel, 'storage'>,
  key: StationKey,
  picture: Picture,
  name: string | null,
): Promise<void> => {
  const old = await deps.db.transaction().execute(async (tx) => {
    const before = await lockStation(tx, key);
    await changeStationRow(tx, key, { [picture]: name, updated: deps.clock.now() });
    return before[picture];
  });
  await deleteImage(deps, old);
};
