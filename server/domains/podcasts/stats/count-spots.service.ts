import type { PodcastAgent } from '#server/engines/agents/port.ts';
import type { SpotPrice } from '#server/domains/analytics/revenue-tables.service.ts';
import type { Place } from '#server/engines/geo/port.ts';
import type { Tx } from '#server/kernel/kernel.ts';
import type { PinnedSpot } from '../delivery/arranged.service.ts';
import type { DeliveredSlice } from '../delivery/slices.ts';

/** A spot that a listener has in whole, with the slice of a request that completed it. */
export type HeardSpot = {
  spot: PinnedSpot;
  listener: string;
  slice: DeliveredSlice;
  agent: PodcastAgent;
  place: Place;
  /** What it costs and earns, once it is counted. */
  price?: SpotPrice;
};

/**
 * Counts impressions, in the transaction of the batch that they were heard in: returns those that count, which leaves out
 * what was counted before or came too late.
 */
export type CountSpots = (tx: Tx, heard: readonly HeardSpot[]) => Promise<readonly HeardSpot[]>;
