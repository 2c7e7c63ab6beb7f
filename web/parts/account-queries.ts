import { keepPreviousData, useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  accounts,
  type Account,
  type AccountForOwner,
  type ChangedAccount,
  type CustomLimitsBody,
  type InvoiceSettings,
  type NewAccount,
} from '#contract/api/accounts.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { useAction } from '#web/lib/action.ts';
import { call } from '#web/lib/call.ts';
import { endpointQuery } from '#web/lib/endpoint-query.ts';

type AccountListRequest = {
  pageNumber: number;
  pageSize: number;
  sortBy: 'name' | 'email' | 'updated' | 'date_from';
  sortDesc: boolean;
  search: string;
  only?: 'suspended' | 'trial' | 'requested' | undefined;
};

export const accountListQuery = (request: AccountListRequest) =>
  endpointQuery(
    accounts.list,
    { query: { ...request, sortDesc: String(request.sortDesc), search: request.search || undefined } },
    { placeholderData: keepPreviousData },
  );

export const accountSearchQuery = (search: string) =>
  endpointQuery(
    accounts.search,
    { query: { search: search === '' ? undefined : search, limit: limits.accountSearchPage } },
    { placeholderData: keepPreviousData, staleTime: 30_000 },
  );

export const accountQuery = (key: AccountKey) =>
  endpointQuery(accounts.get, { params: { key } }, { staleTime: 30_000 });

export const accountStationsQuery = (id: AccountKey) =>
  endpointQuery(accounts.stations, { params: { id }, query: {} }, { staleTime: 10_000 });

/** Deleted stations of an account that can still be restored. */
export const deletedStationsQuery = (id: AccountKey) =>
  endpointQuery(accounts.stations, { params: { id }, query: { deleted: 'true' } });

/** Creates an account, then reloads the lists and the user's rights. */
export const useCreateAccount = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: NewAccount; key: string }) =>
      call(accounts.create, { body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (account: Account) => replaceAccount(queries, account),
  });
};

/** Creates an account for a customer, who is invited as its owner (portal administrators). */
export const useCreateAccountFor = () => {
  const queries = useQueryClient();
  return useAction({
    failure: 'default',
    mutationFn: ({ body, key }: { body: AccountForOwner; key: string }) =>
      call(accounts.createFor, { body }, { idempotencyKey: key }),
    meta: { form: true },
    onSuccess: (account) => replaceAccount(queries, account),
  });
};

/** Replaces the cached account with the one a change returned (spec §4). */
const replaceAccount = (queries: QueryClient, account: Account): void => {
  queries.setQueryData(accountQuery(account.key).queryKey, account);
};

/** Changes the fields of an account. */
export const useUpdateAccount = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.updateFailed',
    mutationFn: (body: ChangedAccount) => call(accounts.update, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (account) => replaceAccount(queries, account),
  });
};

/** Replaces the logo, or removes it when `file` is null. */
export const useAccountLogo = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: (file) => (file === null ? 'account.updateFailed' : 'image.uploadFailed'),
    mutationFn: (file: File | null) =>
      file === null
        ? call(accounts.removeLogo, { params: { key } })
        : call(accounts.setLogo, { params: { key }, file }),
    onSuccess: (account) => replaceAccount(queries, account),
  });
};

/** Suspends or reactivates an account, which takes its stations off the air or brings them back. */
export const useSuspendAccount = (id: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.suspendFailed',
    mutationFn: (to: 'suspend' | 'reactivate') => call(accounts[to], { params: { id } }),
    onSuccess: (account) => replaceAccount(queries, account),
  });
};

/** Deletes an account with all its data; the dialog itself shows why a deletion was refused. */
export const useRemoveAccount = (key: AccountKey) =>
  useAction({
    failure: 'account.deleteFailed',
    mutationFn: () => call(accounts.remove, { params: { key } }),
    meta: { form: true, leaves: true },
  });

export const checklistQuery = (key: AccountKey) =>
  endpointQuery(accounts.checklist, { params: { key } }, { staleTime: 5_000 });

export const customLimitsQuery = (key: AccountKey) => endpointQuery(accounts.customLimits, { params: { key } });

/** Sets an account's custom limits, then reloads its plan features. */
export const useSetCustomLimits = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.limitsFailed',
    mutationFn: (body: CustomLimitsBody) => call(accounts.setCustomLimits, { params: { key }, body }),
    meta: { form: true },
    onSuccess: (limits) => queries.setQueryData(customLimitsQuery(key).queryKey, limits),
  });
};

export const invoiceSettingsQuery = (id: AccountKey) => endpointQuery(accounts.invoiceSettings, { params: { id } });

/** Changes an account's invoice settings. */
export const useSetInvoiceSettings = (key: AccountKey) => {
  const queries = useQueryClient();
  return useAction({
    failure: 'account.invoiceFailed',
    mutationFn: (body: InvoiceSettings) => call(accounts.setInvoiceSettings, { body }),
    meta: { form: true },
    onSuccess: (settings) => queries.setQueryData(invoiceSettingsQuery(key).queryKey, settings),
  });
};

export const applicationsQuery = (id: AccountKey) => endpointQuery(accounts.applications, { params: { id } });

/** Adds a mobile application. */
export const useAddApplication = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (body: { name: string; platform: 'ios' | 'android' }) =>
      call(accounts.addApplication, { params: { id }, body }),
    meta: { form: true },
  });

/** Removes a mobile application; its key stops working. */
export const useRemoveApplication = (id: AccountKey) =>
  useAction({
    failure: 'default',
    mutationFn: (applicationId: string) => call(accounts.removeApplication, { params: { id, applicationId } }),
  });
