import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { accounts, type Account, type NewAccount } from '#contract/accounts.ts';
import type { AccountKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { call } from '#web/lib/call.ts';

type ListAsk = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'email' | 'updated' | 'date_from';
  sortDesc: boolean;
  search: string;
};

export const accountListQuery = (ask: ListAsk) =>
  queryOptions({
    queryKey: ['accounts', 'list', ask],
    queryFn: ({ signal }) =>
      call(
        accounts.list,
        { query: { ...ask, sortDesc: String(ask.sortDesc), search: ask.search === '' ? undefined : ask.search } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const accountSearchQuery = (search: string) =>
  queryOptions({
    queryKey: ['accounts', 'search', search],
    queryFn: ({ signal }) =>
      call(
        accounts.search,
        { query: { search: search === '' ? undefined : search, limit: limits.accountSearchPage } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

export const accountQuery = (key: AccountKey) =>
  queryOptions({
    queryKey: ['accounts', key],
    queryFn: ({ signal }) => call(accounts.get, { params: { key } }, { signal }),
    staleTime: 30_000,
  });

export const accountStationsQuery = (id: AccountKey) =>
  queryOptions({
    queryKey: ['accounts', id, 'stations'],
    queryFn: ({ signal }) => call(accounts.stations, { params: { id }, query: {} }, { signal }),
    staleTime: 10_000,
  });

/** Creates an account; the lists and the person's rights are read anew. */
export const useCreateAccount = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewAccount; key: string }) =>
      call(accounts.create, { body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: async (account: Account) => {
      queries.setQueryData(accountQuery(account.key).queryKey, account);
      await queries.invalidateQueries({ queryKey: ['session'] });
      void queries.invalidateQueries({ queryKey: ['accounts', 'list'] });
    },
  });
};
