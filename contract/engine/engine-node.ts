import * as z from 'zod/mini';

/*
 * What an engine says of itself and of other engines on its control port, for the portal that places stations on several.
 *
 *   GET    /node                  → NodeInfo
 *   POST   /peers   PeerQuestion  → PeerAnswer   whether it reaches another engine; 400 for anything but the address of one
 */
export const NodeInfo = z.object({
  /** The ID of its installation, kept in its data folder: the `engine` of the batches of its spool. */
  installation: z.string(),
  version: z.string(),
  /** The stations that it should have at most (ENGINE_CAPACITY). */
  capacity: z.number(),
  /** The share of a processor core that it used since it was last asked. */
  load: z.optional(z.number()),
});
export type NodeInfo = z.infer<typeof NodeInfo>;

/** `url`: another engine's control port, as ENGINES names it. Only `/healthz` there is asked. */
export const PeerQuestion = z.object({ url: z.string().check(z.maxLength(300)) });

export const PeerAnswer = z.object({ reached: z.boolean() });
