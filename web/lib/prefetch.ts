import type { QueryClient } from '@tanstack/react-query';

/**
 * What the module of a screen exports as `prefetch`: begins the calls whose answers the screen needs first, before it is
 * rendered. `search` is its URL state. The rendering waits for the returned promise, not long.
 */
export type Prefetch = (opened: {
  queries: QueryClient;
  params: Readonly<Record<string, string | undefined>>;
  search: object;
}) => Promise<void>;
