import * as z from 'zod/mini';
import { textParam } from '#web/lib/search-params.ts';
import { TableSearch } from '#web/ui/table/table-search.ts';

/** The library's URL state: that of its table, and the tag that it shows. */
export const LibraryUrl = z.extend(TableSearch, { tag: textParam(40) });
