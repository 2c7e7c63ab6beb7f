import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

const onlyOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.extend(TableSearch, { only: z.catch(z.optional(z.enum(values)), undefined) });

/** The URL state of the portal's lists: the table's state and a row filter. */
export const StationsSearch = onlyOf(['suspended', 'featured', 'relay']);
export const PeopleSearch = z.extend(onlyOf(['disabled', 'admins']), {
  tab: z.catch(z.optional(z.literal('everybody')), undefined),
});
/** The payment provider's events by state, or the differences found. */
export const PaymentsSearch = z.extend(onlyOf(['new', 'done', 'ignored', 'failed']), {
  tab: z.catch(z.optional(z.literal('differences')), undefined),
});
