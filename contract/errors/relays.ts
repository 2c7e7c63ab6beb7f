import type { Refusals } from './refusals.ts';

/** Relays and fail-over addresses (spec §8). */
export const relayErrors = {
  'relay.notFound': [404, 'Relay not found', 'The relay was not found.'],
  'relay.ofRelay': [409, 'Unable to add the relay', 'A relay has no relays of its own. Please add it to its master.'],
  'relay.tooMany': [409, 'Unable to add the relay', 'This station has as many relays as a station can have.'],
} as const satisfies Refusals;
