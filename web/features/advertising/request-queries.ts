import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { adRequests, type AdRequest, type NewAdRequest } from '#contract/api/ad-requests.ts';
import type { InputOf } from '#contract/api/http.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

type Page = { page: number; size: number };

export const requestsQuery = (id: AccountKey, query: Page) =>
  endpointQuery(adRequests.ofAccount, { params: { id }, query }, { placeholderData: keepPreviousData });

/** A request; read again each second while its audio is being prepared. */
export const requestQuery = (id: AccountKey, requestId: string) =>
  endpointQuery(
    adRequests.get,
    { params: { id, requestId } },
    { refetchInterval: ({ state }) => (state.data?.audio?.state === 'preparing' ? 1000 : false) },
  );

/** The requests of all accounts (portal administrators). */
export const portalRequestsQuery = (query: Page & { status: AdRequest['status'] | undefined }) =>
  endpointQuery(adRequests.all, { query }, { placeholderData: keepPreviousData });

/** The audio of a request as it would be played. */
export const fetchRequestAudio = async (id: AccountKey, requestId: string): Promise<Blob> =>
  (await call(adRequests.audio, { params: { id, requestId } })).blob();

/** Caches a changed request, and reloads the lists. */
const replaceRequest = (queries: QueryClient, request: AdRequest): void => {
  const { key } = request.account;
  queries.setQueryData(requestQuery(key, request.id).queryKey, request);
};

export type NewRequest = { body: NewAdRequest; file: File | undefined };

/** Asks the portal for a campaign. */
export const useSendRequest = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, file, key }: NewRequest & { key: string }) =>
      call(adRequests.create, { params: { id }, body, file }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (request) => replaceRequest(queries, request),
  });
};

/** Sends a request again, after changes were asked for. */
export const useChangeRequest = (id: AccountKey, requestId: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, file }: NewRequest) => call(adRequests.change, { params: { id, requestId }, body, file }),
    meta: { form: true },
    onSuccess: (request) => replaceRequest(queries, request),
  });
};

/** Withdraws a request that is not decided. */
export const useWithdrawRequest = (id: AccountKey, requestId: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: () => call(adRequests.withdraw, { params: { id, requestId } }),
    onSuccess: (request) => replaceRequest(queries, request),
  });
};

/** Writes to the other side about a request. */
export const useReplyToRequest = (id: AccountKey, requestId: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (text: string) => call(adRequests.reply, { params: { id, requestId }, body: { text } }),
    onSuccess: (request) => replaceRequest(queries, request),
  });
};

export type Decision = InputOf<typeof adRequests.decide>['body'];

/** Makes a request a campaign, asks for changes or rejects it (portal administrators). */
export const useDecideRequest = (requestId: string) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: (body: Decision) => call(adRequests.decide, { params: { requestId }, body }),
    onSuccess: (request) => replaceRequest(queries, request),
  });
};
