import * as z from 'zod/mini';
import { limits } from '#contract/limits.ts';
import { textParam } from '#web/lib/search-params.ts';

const sizes: readonly number[] = [limits.tableDefaultPage, ...limits.pageSizes];

/** A table's URL state; invalid values fall back to the default. */
export const TableSearch = z.object({
  page: z.catch(z.optional(z.number().check(z.int(), z.gte(1), z.lte(1_000_000))), undefined),
  size: z.catch(z.optional(z.number().check(z.refine((size) => sizes.includes(size)))), undefined),
  /** A column's id, with a leading dash for descending order. */
  sort: z.catch(z.optional(z.string().check(z.maxLength(60))), undefined),
  search: textParam(200),
});
/** The URL state of several tables on a page, each `name?page=2&sort=-sessions` (use-named-table-state.ts). */
export const NamedTablesSearch = z.object({
  tables: z.catch(
    z.optional(z.array(z.string().check(z.maxLength(300), z.regex(/^[\w-]{1,40}\?/))).check(z.maxLength(20))),
    undefined,
  ),
});
export type NamedTablesSearch = z.infer<typeof NamedTablesSearch>;

export type TableSearch = z.infer<typeof TableSearch>;
