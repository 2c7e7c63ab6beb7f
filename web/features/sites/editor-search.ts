import { idParam, searchParams, wholeParam } from '#web/lib/search-params.ts';

/** What the editor shows: the number of a page, and the ID of the block that is edited. */
export const EditorSearch = searchParams({ page: wholeParam(0, 9), block: idParam(40) });
