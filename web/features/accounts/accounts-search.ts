import { oneOfParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

export const accountFilters = ['suspended', 'trial', 'requested'] as const;
export type AccountFilter = (typeof accountFilters)[number];

/** The state of a list of accounts in the URL. */
export const AccountsSearch = searchParams({ ...TableSearch.params, only: oneOfParam(accountFilters) });
export type AccountsSearch = SearchOf<typeof AccountsSearch>;
