import { oneOfParam, searchParams } from '#web/lib/search-params.ts';

/** The station's overview; `open: 'queue'` shows the dialog that queues a track. */
export const StationSearch = searchParams({ open: oneOfParam(['queue']) });
