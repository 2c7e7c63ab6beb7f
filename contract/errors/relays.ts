import type { Refusals } from './refusals.ts';

/** Relays and fail-over addresses (spec §8). */
export const relayErrors = {
  'relay.notFound': [404, 'Relay not found', 'The relay was not found.'],
  'relay.ofRelay': [409, 'Unable to add the relay', 'A relay has no relays of its own. Please add it to its master.'],
  'relay.tooMany': [409, 'Unable to add the relay', 'This station has as many relays as a station can have.'],
  'relay.fetchFailed': [500, 'Relays', 'Failed to fetch relays.'],
  'relay.addFailed': [500, 'Relays', 'Failed to add the relay. Please try again later.'],
  'relay.updateFailed': [500, 'Relays', 'Failed to update the relay. Please try again later.'],
  'relay.deleteFailed': [500, 'Relays', 'Failed to delete the relay. Please try again later.'],
  'failover.addFailed': [500, 'Fail-over', 'Failed to add the fail-over URL. Please try again.'],
  'failover.updateFailed': [500, 'Fail-over', 'Failed to update the fail-over URL. Please try again.'],
  'failover.deleteFailed': [500, 'Fail-over', 'Failed to delete the fail-over URL. Please try again.'],
} as const satisfies Refusals;
