import * as z from 'zod/mini';

/** The station's overview; `open: 'queue'` shows the dialog that queues a track. */
export const StationSearch = z.object({ open: z.catch(z.optional(z.enum(['queue'])), undefined) });
