import * as z from 'zod/mini';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** A live page's state in the URL: the selected country, and whether outputs are shown. */
export const LiveSearch = z.extend(TableSearch, {
  country: z.catch(z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))), undefined),
  outputs: z.catch(z.optional(z.boolean()), undefined),
});
export type LiveSearch = z.infer<typeof LiveSearch>;
