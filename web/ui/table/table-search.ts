import * as z from 'zod/mini';
import { limits } from '#contract/limits.ts';

const sizes: readonly number[] = [limits.tableDefaultPage, ...limits.pageSizes];

/** A table's state as it stands in the URL; what cannot be read falls back to the default. */
export const TableSearch = z.object({
  page: z.catch(z.optional(z.number().check(z.int(), z.gte(1), z.lte(1_000_000))), undefined),
  size: z.catch(z.optional(z.number().check(z.refine((size) => sizes.includes(size)))), undefined),
  /** A column's id; descending with a dash before it. */
  sort: z.catch(z.optional(z.string().check(z.maxLength(60))), undefined),
  search: z.catch(z.optional(z.string().check(z.maxLength(200))), undefined),
});
export type TableSearch = z.infer<typeof TableSearch>;
