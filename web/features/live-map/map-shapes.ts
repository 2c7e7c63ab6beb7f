import { queryOptions } from '@tanstack/react-query';
import { feature } from 'topojson-client';
import coarse from 'world-atlas/countries-110m.json?url';
import fine from 'world-atlas/countries-50m.json?url';
import { lettersOf } from './country-codes.ts';

/** A country as it is drawn; `iso` is '' for what is no country. */
export type Shape = { iso: string; name: string; geometry: GeoJSON.Geometry };
type World = Parameters<typeof feature>[0];

const addresses = { coarse, fine };

/** The countries of the world: `coarse` for the whole of it (38 kB), `fine` for one of them at a time (230 kB). */
export const shapesQuery = (detail: keyof typeof addresses) =>
  queryOptions({
    queryKey: ['map', detail],
    queryFn: async ({ signal }) => {
      const reply = await fetch(addresses[detail], { signal });
      if (!reply.ok) throw new Error(`The map answered ${reply.status}.`);
      return shapesOf((await reply.json()) as World);
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });

/** The countries of a map as TopoJSON has it. */
export const shapesOf = (world: World): Shape[] => {
  const countries = world.objects['countries'];
  const drawn = countries && feature(world, countries);
  if (!drawn || !('features' in drawn)) throw new Error('The map has no countries.');
  return drawn.features.map(({ id, properties, geometry }) => {
    const name = String(properties?.['name'] ?? '');
    return { iso: lettersOf(id === undefined ? undefined : String(id), name), name, geometry };
  });
};
