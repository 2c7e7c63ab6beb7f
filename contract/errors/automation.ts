import type { Refusals } from './refusals.ts';

/** The automation software of stations. */
export const automationErrors = {
  'automation.relay': [409, 'Automation', 'A relay plays what its master plays. Automation is for the master itself.'],
  'automation.notRequested': [409, 'Automation', 'Automation is not switched on for this station.'],
} as const satisfies Refusals;
