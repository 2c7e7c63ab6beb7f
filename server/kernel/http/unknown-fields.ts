import type * as z from 'zod/mini';
import type { AnyEndpoint } from '#contract/api/http.ts';
import { allEndpoints } from '#contract/api/index.ts';
import { refuse } from './refuse.ts';
import { issuesOf } from './input.ts';

type Schema = z.ZodMiniType;
type Def = {
  type: string;
  shape?: Record<string, Schema>;
  catchall?: Schema;
  innerType?: Schema;
  element?: Schema;
  options?: Schema[];
  left?: Schema;
  right?: Schema;
  in?: Schema;
};

const mostNamed = 20;
const longestName = 100;

/**
 * Reads the JSON body of an endpoint's requests. An unknown field is refused (400 `request.invalid`, by field), as a
 * misspelt one would change nothing; the fields that a GET of the same thing returns are accepted, so that clients can
 * send a whole object back. Below the first level unknown fields are dropped.
 */
export const bodyReader = (endpoint: AnyEndpoint): ((schema: Schema, given: unknown) => unknown) => {
  let known: Set<string> | undefined;
  return (schema, given) => {
    const { value, problems } = issuesOf(schema, given);
    if (isObject(given) && namesOf(schema)) {
      known ??= new Set([...(namesOf(schema) ?? []), ...readNames(endpoint)]);
      for (const name of Object.keys(given)
        .filter((one) => known?.has(one) === false)
        .slice(0, mostNamed))
        if (!Object.hasOwn(problems, name)) problems[name.slice(0, longestName)] = 'Unknown field.';
    }
    if (Object.keys(problems).length > 0) refuse('request.invalid', {}, problems);
    return value;
  };
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The field names of an object, however wrapped; undefined if it accepts any name, or isn't an object. */
const namesOf = (schema: Schema): string[] | undefined => {
  const def = schema._zod.def as Def;
  if (def.shape)
    return def.catchall && (def.catchall._zod.def as Def).type !== 'never' ? undefined : Object.keys(def.shape);
  if (def.innerType) return namesOf(def.innerType);
  if (def.in) return namesOf(def.in);
  const parts = def.options ?? (def.left && def.right ? [def.left, def.right] : undefined);
  const names = parts?.map(namesOf);
  return names?.every((one) => one !== undefined) ? names.flat() : undefined;
};

/** The fields in the replies of the call, and of the GET of the same URL, or of the list that contains it. */
const readNames = (endpoint: AnyEndpoint): string[] => {
  const address = addressOf(endpoint);
  const holder = address.replace(/\/\{\}$/, '');
  const reading = allEndpoints()
    .map((one) => one.endpoint)
    .filter((one) => one.method === 'GET' && [address, holder].includes(addressOf(one)));
  return [endpoint, ...reading].flatMap(({ spec: { returns } }) =>
    returns && !('raw' in returns) ? answeredNames(returns) : [],
  );
};

const addressOf = ({ path }: AnyEndpoint): string => path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');

/** The fields of a reply, and of the items in its lists. */
const answeredNames = (schema: Schema): string[] => {
  const element = elementOf(schema);
  if (element) return answeredNames(element);
  const shape = (schema._zod.def as Def).shape ?? {};
  return [...(namesOf(schema) ?? []), ...Object.values(shape).flatMap((one) => namesOf(elementOf(one) ?? one) ?? [])];
};

const elementOf = (schema: Schema): Schema | undefined => {
  const def = schema._zod.def as Def;
  return def.element ?? (def.innerType && elementOf(def.innerType));
};
