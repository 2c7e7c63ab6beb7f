import type { Refusals } from './refusals.ts';

/** Relays (spec §8). */
export const relayErrors = {
  'relay.notFound': [404, 'Relay not found', 'The relay was not found.'],
  'relay.ofRelay': [
    409,
    'Unable to add the relay',
    'A relay cannot have relays of its own. Please add it to the master.',
  ],
  'relay.tooMany': [409, 'Unable to add the relay', 'This station has reached its relay limit.'],
} as const satisfies Refusals;
