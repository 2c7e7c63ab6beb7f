import { MutationCache, QueryClient } from '@tanstack/react-query';
import { connectQueries, refetchStale } from '#web/lib/endpoint-query.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toastFailure } from '#web/lib/toasts.tsx';

/** Server state: reads are retried only after a network failure, and a failed change shows a toast. Connected to all calls that change something. */
export const createQueryClient = (): QueryClient => {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.code === 'prompt.network',
        throwOnError: (error, query) =>
          query.state.data === undefined && error instanceof ApiError && error.status < 500,
      },
    },
    mutationCache: new MutationCache({
      onError: (error, _input, _context, mutation) => {
        const hasFieldErrors = error instanceof ApiError && Object.keys(error.fields).length > 0;
        if (!(mutation.meta?.['form'] === true && hasFieldErrors)) toastFailure(error);
      },
      // An action ends when the page shows what it changed. One that leaves the page does this afterwards.
      onSettled: (_result, error, _input, _context, mutation) =>
        mutation.meta?.['leaves'] === true && !error ? undefined : refetchStale(queries),
    }),
  });
  connectQueries(queries);
  return queries;
};
