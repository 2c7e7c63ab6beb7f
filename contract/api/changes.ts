import type { AnyEndpoint, Endpoint, ParamsOf, Spec } from './http.ts';
import type { registry } from './index.ts';

type Registry = typeof registry;
type AnyDeclared = { [D in keyof Registry]: Registry[D][keyof Registry[D]] }[keyof Registry];

/** A path with `*` for its parameters, which may have other names in the two calls. */
type Pattern<Path extends string> = Path extends `/${infer Rest}`
  ? Pattern<Rest>
  : Path extends `${infer Rest}/`
    ? Pattern<Rest>
    : WithoutNames<Path>;
type WithoutNames<Path extends string> = Path extends `${infer Before}{${string}}${infer After}`
  ? `${Before}*${WithoutNames<After>}`
  : Path;

/** Calls whose replies pages cache: GET, and POST where the request has a body. */
type ReadPath<E> =
  E extends Endpoint<`${'GET' | 'POST'} ${infer Path}`, infer S>
    ? Pattern<
        S extends { base: infer Base extends string } ? (Base extends 'root' ? Path : `${Base}/${Path}`) : `v1/${Path}`
      >
    : never;
type Read = ReadPath<AnyDeclared>;

/** Paths of the contract begin with `/`; without it they are those of `v1`. */
type Full<Path extends string> = Path extends `/${string}` ? Pattern<Path> : `v1/${Pattern<Path>}`;

/** The path itself if it is one of a read, or if it ends in `/**` and there are reads at it or below. */
export type StalePath<Path extends string> = Path extends unknown
  ? Full<Path> extends `${infer At}/**`
    ? [Extract<Read, At | `${At}/${string}`>] extends [never]
      ? never
      : Path
    : Full<Path> extends Read
      ? Path
      : never
  : never;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer After}`
  ? Name | NamesIn<After>
  : never;

type WrongIn<Line extends string, S extends Spec, Path extends string> = Path extends unknown
  ? [StalePath<Path>] extends [never]
    ? `${Line} changes ${Path}, which is the path of no read`
    : [Exclude<NamesIn<Path>, keyof ParamsOf<Line, S>>] extends [never]
      ? never
      : `${Line} changes ${Path}, but has no such parameter`
  : never;

/** What is wrong with the `changes` of endpoints. */
export type WrongChanges<E = AnyDeclared> =
  E extends Endpoint<infer Line, infer S>
    ? S['changes'] extends readonly (infer Path extends string)[]
      ? WrongIn<Line, S, Path>
      : never
    : never;

/** The segments of an endpoint's path with the given parameters: `['v1', 'stations', 's-1', 'relays']`. */
export const pathSegments = ({ path }: Pick<AnyEndpoint, 'path'>, params: Params = {}): string[] => fill(path, params);

/** The segments of paths that are stale after a call. */
export const staleSegments = (paths: readonly string[], params: Params = {}): string[][] =>
  paths.map((path) => fill(path.startsWith('/') ? path : `/v1/${path}`, params));

type Params = Readonly<Record<string, unknown>>;

const fill = (path: string, params: Params): string[] =>
  path
    .split('/')
    .filter(Boolean)
    .map((segment) => (segment.startsWith('{') ? String(params[segment.slice(1, -1)]) : segment));
