import {
  infiniteQueryOptions,
  queryOptions,
  skipToken,
  type InfiniteData,
  type QueryClient,
  type QueryFunction,
  type SkipToken,
  type UndefinedInitialDataInfiniteOptions,
  type UndefinedInitialDataOptions,
  type UnusedSkipTokenOptions,
} from '@tanstack/react-query';
import { pathSegments, staleSegments, type StalePath } from '#contract/api/changes.ts';
import type { AnyEndpoint, InputOf, LineOf } from '#contract/api/http.ts';
import type { Request } from '#contract/api/request.ts';
import { call, reportChanges, type Answer, type OnlyKnown } from './call.ts';

/*
 * The only place that writes query keys. The key of a query is the path of its call, segment by segment, and what else is sent:
 * `['v1', 'stations', 's-1', 'relays', { query: { limit: 10 } }]`. After a call that changes something, the queries whose paths
 * its declaration names (`changes`) are stale.
 */

/** A key that was made here. */
type EndpointKey = readonly [...string[], object];

/** The key of a call; a query that makes several calls has the key of the one that it stands for. */
export const endpointKey = <E extends AnyEndpoint, I extends InputOf<E>>(
  endpoint: E,
  input: I & OnlyKnown<E, I>,
  /** What distinguishes queries that make the same call, or one of which only a part is cached. */
  variant?: unknown,
): EndpointKey => {
  const { params, query, body } = input as Request;
  return [...pathSegments(endpoint, params), { query, body, variant }];
};

type Options<T, D> = Omit<UnusedSkipTokenOptions<T, Error, D, EndpointKey>, 'queryKey' | 'queryFn'>;

/** A query that makes one call. */
export const endpointQuery = <E extends AnyEndpoint, I extends InputOf<E>, D = Answer<E>>(
  endpoint: E,
  input: I & OnlyKnown<E, I>,
  { variant, ...options }: Options<Answer<E>, D> & { variant?: unknown } = {},
) =>
  queryOptions<Answer<E>, Error, D, EndpointKey>({
    ...options,
    queryKey: endpointKey(endpoint, input, variant),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });

/** A query with the key of a call, which it makes with more than its input (a token), or among others. */
export const keyedQuery = <T, D = T>(
  queryKey: EndpointKey,
  queryFn: QueryFunction<T, EndpointKey>,
  options?: Options<NoInfer<T>, D>,
) => queryOptions<T, Error, D, EndpointKey>({ ...options, queryKey, queryFn });

/** A query of pages that are fetched one after the other; `endpointKey` needs a variant where a query makes the same call. */
export const pagedQuery = <T, P>(
  queryKey: EndpointKey,
  queryFn: QueryFunction<T, EndpointKey, P>,
  options: Omit<
    UndefinedInitialDataInfiniteOptions<T, Error, InfiniteData<T, P>, EndpointKey, P>,
    'queryKey' | 'queryFn'
  >,
) => infiniteQueryOptions<T, Error, InfiniteData<T, P>, EndpointKey, P>({ ...options, queryKey, queryFn });

/** What is cached of a call, named by its path: the page does not load the declaration, and fetches nothing. */
export const cachedQuery = <E extends AnyEndpoint>(
  path: LineOf<E> extends `GET ${infer Path}` ? Path : never,
  params: Readonly<Record<string, string | undefined>>,
) =>
  queryOptions<Answer<E>, Error, Answer<E>, EndpointKey>({
    queryKey: [...staleSegments([path], params).flat(), {}],
    queryFn: skipToken,
  });

/** A query of something that no endpoint gives: a decoded file, the shapes of a map, what events push. No change makes it stale. */
export const localQuery = <T>(
  parts: readonly (string | number)[],
  queryFn: QueryFunction<T, EndpointKey> | SkipToken,
  options?: Omit<UndefinedInitialDataOptions<T, Error, T, EndpointKey>, 'queryKey' | 'queryFn'>,
) => queryOptions<T, Error, T, EndpointKey>({ ...options, queryKey: ['local', { parts }], queryFn });

/**
 * Keeps the previous data of a query until its new data arrives, if both have the same subject: the statistics of one station
 * never appear under the name of another.
 */
export const keepPreviousOf = (subject: string) => ({
  meta: { subject },
  placeholderData: <T>(
    previous: T | undefined,
    query: { meta: Readonly<Record<string, unknown>> | undefined } | undefined,
  ): T | undefined => (query?.meta?.['subject'] === subject ? previous : undefined),
});

/** Segments of paths that are stale, until they are fetched again. */
const stale: string[][] = [];

/** Connects the cache to all later calls: what they make stale is fetched again when the action that made them ends, else now. */
export const connectQueries = (queries: QueryClient): void =>
  reportChanges(({ spec }, { params }) => {
    if (!Array.isArray(spec.changes)) return;
    stale.push(...staleSegments(spec.changes as string[], params));
    if (queries.isMutating() === 0) void refetchStale(queries);
  });

/** Fetches again what the calls until now made stale; what no page shows is fetched when it is shown. */
export const refetchStale = async (queries: QueryClient): Promise<void> => {
  const paths = stale.splice(0);
  if (paths.length > 0) await refetchAt(queries, paths);
};

/** Fetches paths of the contract again, for another reason than a call: an event, the end of an upload. */
export const refetchPaths = async <const Path extends string>(
  queries: QueryClient,
  paths: readonly (Path & StalePath<Path>)[],
  params?: Readonly<Record<string, string>>,
): Promise<void> => await refetchAt(queries, staleSegments(paths, params));

const refetchAt = (queries: QueryClient, paths: readonly string[][]): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => isAt(path, queryKey.slice(0, -1))) });

const isAt = (path: readonly string[], segments: readonly unknown[]): boolean => {
  const isBelow = path.at(-1) === '**';
  const parts = isBelow ? path.slice(0, -1) : path;
  if (isBelow ? segments.length < parts.length : segments.length !== parts.length) return false;
  return parts.every((part, i) => part === '*' || part === segments[i]);
};

/** Removes what is cached of a deleted resource: the reply of the call, and of all calls below its path. */
export const removeResource = <E extends AnyEndpoint>(queries: QueryClient, endpoint: E, input: InputOf<E>): void =>
  queries.removeQueries({ queryKey: pathSegments(endpoint, (input as Request).params) });
