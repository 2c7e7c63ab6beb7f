import { limits } from '#contract/rules/limits.ts';
import {
  idParam,
  listParam,
  oneOfParam,
  patternParam,
  searchParams,
  textParam,
  wholeParam,
  type SearchOf,
} from '#web/lib/search-params.ts';

const sizes: readonly number[] = [limits.tableDefaultPage, ...limits.pageSizes];

/** A table's URL state; invalid values fall back to the default. */
export const TableSearch = searchParams({
  page: wholeParam(1, 1_000_000),
  size: oneOfParam(sizes),
  /** A column's id, with a leading dash for descending order. */
  sort: idParam(60),
  search: textParam(200),
});
/** The URL state of several tables on a page, each `name?page=2&sort=-sessions` (use-named-table-state.ts). */
export const NamedTablesSearch = searchParams({
  tables: listParam(patternParam(/^[\w-]{1,40}\?/, 300), 20),
});
export type NamedTablesSearch = SearchOf<typeof NamedTablesSearch>;

export type TableSearch = SearchOf<typeof TableSearch>;
