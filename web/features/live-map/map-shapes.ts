import { queryOptions } from '@tanstack/react-query';
import type { Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import coarse from 'world-atlas/countries-110m.json?url';
import fine from 'world-atlas/countries-50m.json?url';
import { lettersOf } from './country-codes.ts';

/** A country as it is drawn; `iso` is '' for what is no country. */
export type Shape = { iso: string; name: string; geometry: Geometry };
type World = Topology<{ countries: GeometryCollection<{ name: string }> }>;

const addresses = { coarse, fine };

/** The countries of the world: `coarse` for the whole of it (38 kB), `fine` for one of them at a time (230 kB). */
export const shapesQuery = (detail: keyof typeof addresses) =>
  queryOptions({
    queryKey: ['map', detail],
    queryFn: async ({ signal }) => {
      const reply = await fetch(addresses[detail], { signal });
      if (!reply.ok) throw new Error(`The map answered ${reply.status}.`);
      const world = (await reply.json()) as World;
      return feature(world, world.objects.countries).features.map(({ id, properties, geometry }): Shape => ({
        iso: lettersOf(id === undefined ? undefined : String(id), properties.name),
        name: properties.name,
        geometry,
      }));
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    throwOnError: false,
  });
