import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

export const accountFilters = ['suspended', 'trial', 'requested'] as const;
export type AccountFilter = (typeof accountFilters)[number];

/** The state of a list of accounts in the URL. */
export const AccountsSearch = z.extend(TableSearch, {
  only: z.catch(z.optional(z.enum(accountFilters)), undefined),
});
export type AccountsSearch = z.infer<typeof AccountsSearch>;
