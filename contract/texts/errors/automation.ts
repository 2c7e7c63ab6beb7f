import type { Refusals } from './refusals.ts';

/** Station automation. */
export const automationErrors = {
  'automation.relay': [409, 'Automation', 'A relay plays its master’s stream. Please set up automation on the master.'],
  'automation.notRequested': [409, 'Automation', 'Automation is not switched on for this station.'],
} as const satisfies Refusals;
