import { feature } from 'topojson-client';
import coarse from 'world-atlas/countries-110m.json?url';
import fine from 'world-atlas/countries-50m.json?url';
import { localQuery } from '#web/lib/endpoint-query.ts';
import { lettersOf } from './country-codes.ts';

/** A country on the map; `iso` is '' for areas that are not countries. */
export type Shape = { iso: string; name: string; geometry: GeoJSON.Geometry };
type World = Parameters<typeof feature>[0];

const urls = { coarse, fine };

/** The shapes of all countries: `coarse` for the world map (38 kB), `fine` for a single country (230 kB). */
export const shapesQuery = (detail: keyof typeof urls) =>
  localQuery(
    ['map', detail],
    async ({ signal }) => {
      const reply = await fetch(urls[detail], { signal });
      if (!reply.ok) throw new Error(`Loading the map failed with status ${reply.status}.`);
      return shapesOf((await reply.json()) as World);
    },
    {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      throwOnError: false,
    },
  );

/** Converts a TopoJSON map to shapes. */
export const shapesOf = (world: World): Shape[] => {
  const countries = world.objects['countries'];
  const collection = countries && feature(world, countries);
  if (!collection || !('features' in collection)) throw new Error('The map has no countries.');
  return collection.features.map(({ id, properties, geometry }) => {
    const name = String(properties?.['name'] ?? '');
    return { iso: lettersOf(id === undefined ? undefined : String(id), name), name, geometry };
  });
};
