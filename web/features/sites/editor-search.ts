import * as z from 'zod/mini';

/** What the editor shows: the number of a page, and the ID of the block that is edited. */
export const EditorSearch = z.object({
  page: z.catch(z.optional(z.number().check(z.int(), z.gte(0), z.lte(9))), undefined),
  block: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
});
