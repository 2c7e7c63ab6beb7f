import { oneOfParam, searchParams } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

const onlyOf = <const T extends string>(values: readonly T[]) => ({
  ...TableSearch.params,
  only: oneOfParam(values),
});

/** The URL state of the portal's lists: the table's state and a row filter. */
export const StationsSearch = searchParams(onlyOf(['suspended', 'featured', 'relay']));
export const PeopleSearch = searchParams({ ...onlyOf(['disabled', 'admins']), tab: oneOfParam(['everybody']) });
/** The payment provider's events by state, or the differences found. */
export const PaymentsSearch = searchParams({
  ...onlyOf(['new', 'done', 'ignored', 'failed']),
  tab: oneOfParam(['differences']),
});
