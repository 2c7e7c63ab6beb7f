import { oneOfParam, patternParam, searchParams, type SearchOf } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** A live page's state in the URL: the selected country, and whether outputs are shown. */
export const LiveSearch = searchParams({
  ...TableSearch.params,
  country: patternParam(/^[A-Z]{2}$/),
  outputs: oneOfParam([true, false]),
});
export type LiveSearch = SearchOf<typeof LiveSearch>;
