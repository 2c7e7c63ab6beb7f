import { resourcesIn, type Access, type AnyEndpoint } from '#contract/http.ts';
import type { Resource } from '#contract/keys.ts';
import { isList } from '#server/kernel/http/input.ts';

/** Where in a request a key stands, of what, and what it takes. */
export type Place = {
  part: 'path' | 'query' | 'body';
  name: string;
  resource: Resource;
  isList: boolean;
  access: Access | undefined;
};

/** Every place of a request that holds a key, found in its schemas (not in `access`, which is to be tested). */
export const placesOf = (endpoint: AnyEndpoint): Place[] => {
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
