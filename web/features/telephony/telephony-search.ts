import * as z from 'zod/mini';
import { numberStates } from '#contract/telephony-admin.ts';
import { lineStatuses } from '#contract/telephony.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The URL state of the portal's lists: the table's state and a row filter. */
export const NumbersSearch = z.extend(TableSearch, { only: z.catch(z.optional(z.enum(numberStates)), undefined) });
export const PhoneRequestsSearch = z.extend(TableSearch, {
  only: z.catch(z.optional(z.enum(lineStatuses)), undefined),
});
