import type * as z from 'zod/mini';

import {
  AccountKey,
  CampaignKey,
  EpisodeKey,
  keyRegistry,
  PlayerKey,
  PodcastKey,
  StationKey,
  TrackKey,
  type KeyTypes,
  type Resource,
} from '../rules/keys.ts';
import type { Flag } from '../rules/brand-flags.ts';
import type { ErrorCode } from '../texts/errors.ts';
import type { Action, ActionOn, KeylessAction } from '../rules/permissions.ts';
import type { TokenPurpose } from '../rules/tokens.ts';

/*
 * Each endpoint is declared once. The declaration yields the route and its validation, the handler's types, the
 * access check, the OpenAPI document, the web client's call and the rows of the authorization test.
 */

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';
/** The first segment of a path (`v1`, …); `root` has none. */
export type Base = 'v1' | 'media' | 'calls' | 'root';
type Schema = z.ZodMiniType;
type Shape = Record<string, Schema>;

/** A reply that isn't JSON. */
export type RawReply =
  | { raw: 'csv' }
  | { raw: 'binary'; type: string }
  | { raw: 'html' }
  | { raw: 'redirect' }
  | { raw: 'events'; events: Shape };

/** A multipart body: plain fields, one JSON field, one file (streamed to disk before the handler runs). */
export type Form = {
  json?: { field: string; schema: Schema };
  fields?: Shape;
  file?: {
    field: string;
    maxBytes: number;
    optional?: boolean;
    /** The refusal of a larger file, instead of `request.tooLarge`. */
    tooLarge?: ErrorCode;
  };
};

/** Why no page has anything to fetch again after a call that isn't a read. */
type NoChanges = { none: string };

export type Spec = {
  /** With the brand's nouns as `{podcast}`, `{AutoDJ}`, …. */
  summary: string;
  /** Only brands with this flag, or with one of these, offer the call; the others reply `request.notOffered`. */
  flag?: Flag | readonly Flag[];
  base?: Base;
  params?: Shape;
  query?: Shape;
  body?: Schema;
  /** Without a body, the schema is an empty object. */
  bodyOptional?: true;
  form?: Form;
  returns?: Schema | RawReply;
  /** 200 by default; 204 if nothing is returned. */
  status?: number;
  /** A creation that honours `Idempotency-Key`. */
  idempotent?: boolean;
  /** The maximum size of a JSON body, if less than 1 MB. */
  maxBytes?: number;
  /** At most `max` calls in `seconds` per user (per IP address if nobody is signed in). */
  rateLimit?: { max: number; seconds: number };
  /**
   * `false`: refused to an administrator who sees the portal as another person, because it hands out a secret or a token.
   * Whatever is not read is refused to them in any case.
   */
  seeAs?: false;
  /** How long any cache may store the reply; by default it may not be cached. */
  cacheSeconds?: number;
  /** `false`: not audited, as it changes nothing of interest. */
  audit?: false;
  /** The error if a key's resource doesn't exist, unless it is the resource's own. */
  missing?: Partial<Record<Resource, ErrorCode>>;
  /**
   * What a change makes stale, by the paths of reads: pages then fetch again what they show of it. `{name}` is the change's own
   * parameter, `*` any segment, and `/**` at the end adds everything below. What a page caches from the reply is left out.
   */
  changes?: readonly string[] | NoChanges;
  /** The call of spec section 7, if it is written differently from the path; `own` for our additions. */
  spec?: string;
};

/* ---- the types of a declaration -------------------------------------------------------------- */

const collections = {
  accounts: AccountKey,
  stations: StationKey,
  podcasts: PodcastKey,
  episodes: EpisodeKey,
  tracks: TrackKey,
  players: PlayerKey,
  campaigns: CampaignKey,
};
type Collections = { [C in keyof typeof collections]: z.infer<(typeof collections)[C]> };

type Undeclared = { readonly undeclared: unique symbol };
type Param<Name extends string, Before> = {
  [K in Name]: Before extends keyof Collections ? Collections[Before] : Undeclared;
};
type Derived<Path extends string, Before extends string = ''> = Path extends `${infer Head}/${infer Rest}`
  ? (Head extends `{${infer Name}}` ? Param<Name, Before> : unknown) & Derived<Rest, Head>
  : Path extends `{${infer Name}}`
    ? Param<Name, Before>
    : unknown;

type Simplify<T> = { [K in keyof T]: T[K] };
type InferShape<S> = S extends Shape ? z.infer<z.ZodMiniObject<S>> : Record<never, never>;
type InputShape<S> = S extends Shape ? z.input<z.ZodMiniObject<S>> : Record<never, never>;
type PathOf<Line extends string> = Line extends `${Method} ${infer Path}` ? Path : never;

export type ParamsOf<Line extends string, S extends Spec> = Simplify<
  Omit<Derived<PathOf<Line>>, keyof InferShape<S['params']>> & InferShape<S['params']>
>;
type BodySchema<S extends Spec> = S['body'] extends Schema
  ? S['body']
  : S['form'] extends { json: { schema: infer J extends Schema } }
    ? J
    : undefined;
export type BodyOf<S extends Spec> = BodySchema<S> extends infer B extends Schema ? z.output<B> : undefined;
export type BodyInput<S extends Spec> = BodySchema<S> extends infer B extends Schema ? z.input<B> : undefined;
export type QueryOf<S extends Spec> = InferShape<S['query']>;
export type FieldsOf<S extends Spec> = S['form'] extends { fields: infer F } ? InferShape<F> : Record<never, never>;
export type ReturnsOf<S extends Spec> = S['returns'] extends infer R extends Schema
  ? z.output<R>
  : S['returns'] extends RawReply
    ? S['returns']
    : undefined;

/** The resources whose branded keys occur anywhere inside T. */
type ResourceIn<T> = T extends string
  ? { [R in Resource]: T extends KeyTypes[R] ? R : never }[Resource]
  : T extends readonly (infer U)[]
    ? ResourceIn<U>
    : T extends object
      ? { [K in keyof T]-?: ResourceIn<T[K]> }[keyof T]
      : never;

type Located<Prefix extends string, T> = {
  [K in keyof T & string as [ResourceIn<T[K]>] extends [never] ? never : `${Prefix}.${K}`]:
    | ActionOn<ResourceIn<T[K]>>
    | 'open'
    | `token:${TokenPurpose}`;
};
type KeysOf<Line extends string, S extends Spec> = Simplify<
  Located<'path', ParamsOf<Line, S>> & Located<'query', QueryOf<S>> & Located<'body', BodyOf<S>>
>;
type IsUnion<T, U = T> = [T] extends [never] ? false : T extends unknown ? ([U] extends [T] ? false : true) : never;

/** Every branded key in path, query and body needs an action; with exactly one key, its action alone is enough. */
type AccessFor<Keys> = [keyof Keys] extends [never]
  ? KeylessAction | 'open' | `token:${TokenPurpose}`
  : IsUnion<keyof Keys> extends true
    ? Keys
    : Keys | Keys[keyof Keys];

type UndeclaredParams<Line extends string, S extends Spec> = {
  [K in keyof ParamsOf<Line, S>]: ParamsOf<Line, S>[K] extends Undeclared ? K : never;
}[keyof ParamsOf<Line, S>];

export type Access = Action | 'open' | `token:${TokenPurpose}`;

export type Endpoint<Line extends string = string, S extends Spec = Spec> = {
  readonly line: Line;
  readonly method: Method;
  /** Including its base: `/v1/stations/{key}/suspend`. */
  readonly path: string;
  readonly spec: S;
  readonly params: Shape;
  /**
   * The location of each key (`path.key`, `query.stationKeys`, `body.station_key`) and the action it requires; '' for
   * calls without keys.
   */
  readonly access: Readonly<Record<string, Access>>;
};

/** Any result of `endpoint()`, without its types. */
export type AnyEndpoint = Endpoint<string, Spec>;

export type LineOf<E> = E extends Endpoint<infer L, Spec> ? L : never;
export type SpecOf<E> = E extends Endpoint<string, infer S> ? S : never;
export type InputOf<E> =
  E extends Endpoint<infer L, infer S>
    ? Simplify<
        (keyof ParamsOf<L, S> extends never ? { params?: undefined } : { params: ParamsOf<L, S> }) &
          ([S['query']] extends [Shape] ? { query?: InputShape<S['query']> } : { query?: undefined }) &
          (BodySchema<S> extends Schema ? { body: BodyInput<S> } : { body?: undefined }) &
          (S['form'] extends { fields: infer F } ? { fields: InputShape<F> } : { fields?: undefined }) &
          (S['form'] extends { file: { optional: true } }
            ? { file?: Blob | undefined }
            : S['form'] extends { file: object }
              ? { file: Blob }
              : { file?: undefined })
      >
    : never;

/**
 * Declares one call. `line` is written as in spec §7: `PUT stations/{key}/suspend`. A segment after `accounts/`,
 * `stations/`, … is that resource's key; other parameters are declared in `params`. Does not compile while a branded
 * key in path, query or body has no action in `access`.
 */
export const endpoint = <const Line extends `${Method} ${string}`, const S extends Spec>(
  line: Line,
  spec: S & {
    access: [UndeclaredParams<Line, S>] extends [never]
      ? AccessFor<KeysOf<Line, S>>
      : `declare the path parameter in params`;
  },
): Endpoint<Line, S> => {
  const [method, path] = line.split(' ') as [Method, string];
  const base = spec.base ?? 'v1';
  return {
    line,
    method,
    path: base === 'root' ? `/${path}` : `/${base}/${path}`,
    spec,
    params: { ...derivedParams(path), ...spec.params },
    access: accessByPlace(path, spec, spec.access as Access | Record<string, Access>),
  };
};

const derivedParams = (path: string): Shape => {
  const segments = path.split('/');
  const found: Shape = {};
  segments.forEach((segment, i) => {
    const before = segments[i - 1];
    if (segment.startsWith('{') && before && before in collections)
      found[segment.slice(1, -1)] = collections[before as keyof typeof collections];
  });
  return found;
};

/** A single action belongs to the call's only key: the one in the path, else in query or body. */
const accessByPlace = (path: string, spec: Spec, access: Access | Record<string, Access>): Record<string, Access> => {
  if (typeof access !== 'string') return access;
  const place = keyPlaces(path, spec)[0] ?? '';
  return { [place]: access };
};

const keyPlaces = (path: string, spec: Spec): string[] => {
  const params = { ...derivedParams(path), ...spec.params };
  const body = spec.body ?? spec.form?.json?.schema;
  const bodyShape = body && 'shape' in body ? (body.shape as Shape) : {};
  return [...placesIn('path', params), ...placesIn('query', spec.query ?? {}), ...placesIn('body', bodyShape)];
};

const placesIn = (prefix: string, shape: Shape): string[] =>
  Object.entries(shape)
    .filter(([, schema]) => holdsKey(schema))
    .map(([name]) => `${prefix}.${name}`);

/** Whether a schema contains a key schema, however wrapped. */
export const holdsKey = (schema: Schema): boolean => resourcesIn(schema).length > 0;

/** The resources whose keys a schema contains, found at run time through optional, array and object wrappers. */
export const resourcesIn = (schema: Schema): Resource[] => {
  const own = keyRegistry.get(schema);
  if (own) return [own.resource];
  const def = schema._zod.def as { innerType?: Schema; element?: Schema; shape?: Shape; options?: Schema[] };
  if (def.innerType) return resourcesIn(def.innerType);
  if (def.element) return resourcesIn(def.element);
  if (def.shape) return Object.values(def.shape).flatMap(resourcesIn);
  if (def.options) return def.options.flatMap(resourcesIn);
  return [];
};
