import * as z from 'zod/mini';

/*
 * What an engine says of itself on its control port, for the portal that places stations on several engines.
 *
 *   GET    /node   → NodeInfo
 */
export const NodeInfo = z.object({
  /** The ID of its installation, kept in its data folder: the `engine` of the batches of its spool. */
  installation: z.string(),
  version: z.string(),
  /** The stations that it should have at most (ENGINE_CAPACITY). */
  capacity: z.number(),
});
export type NodeInfo = z.infer<typeof NodeInfo>;
