import type * as z from 'zod/mini';
import type { StationCountry } from '#contract/api/stations.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { countriesOfStations } from './stations.repo.ts';

const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

/** The countries of all stations, sorted by name; stations without one appear last as "Unknown" with an empty code. */
export const stationCountries = async (
  db: Db,
  { hasIso }: { hasIso: boolean },
): Promise<z.infer<typeof StationCountry>[]> => {
  const codes = await countriesOfStations(db);
  const known = codes.flatMap((iso) => {
    const name = iso === '' ? undefined : names.of(iso);
    return name === undefined ? [] : [{ iso, name, displayName: `${name} (${iso})` }];
  });
  const byName = known.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return hasIso || !codes.includes('') ? byName : [...byName, { iso: '', name: '', displayName: 'Unknown' }];
};
