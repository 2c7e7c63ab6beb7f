import { searchParams, textParam } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The library's URL state: that of its table, and the tag that it shows. */
export const LibraryUrl = searchParams({ ...TableSearch.params, tag: textParam(40) });
