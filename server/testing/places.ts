import { resourcesIn, type Access, type AnyEndpoint } from '#contract/api/http.ts';
import type { Resource } from '#contract/rules/keys.ts';
import { isList } from '#server/kernel/http/input.ts';

/** A place of a key in a request, its resource, and the access it requires. */
export type Place = {
  part: 'path' | 'query' | 'body';
  name: string;
  resource: Resource;
  isList: boolean;
  access: Access | undefined;
};

/** All places of keys in a request that are checked before the handler runs; see `allPlacesOf`. */
export const placesOf = (endpoint: AnyEndpoint): Place[] =>
  allPlacesOf(endpoint).filter(({ access }) => access !== 'open');

/** All places of keys in a request, found in its schemas (not in `access`, which is under test). */
export const allPlacesOf = (endpoint: AnyEndpoint): Place[] => {
  const body = endpoint.spec.body ?? endpoint.spec.form?.json?.schema;
  const shapes = {
    path: endpoint.params,
    query: endpoint.spec.query ?? {},
    body: body && 'shape' in body ? (body.shape as AnyEndpoint['params']) : {},
  };
  return (['path', 'query', 'body'] as const).flatMap((part) =>
    Object.entries(shapes[part]).flatMap(([name, schema]) => {
      const [resource] = resourcesIn(schema);
      if (!resource) return [];
      return [{ part, name, resource, isList: isList(schema), access: endpoint.access[`${part}.${name}`] }];
    }),
  );
};
