import type { Refusals } from './refusals.ts';

/** Alerts of a station (spec §2 "Monitoring Alerts"). */
export const monitoringErrors = {
  'monitoring.noAddress': [409, 'Monitoring Alerts', 'Add an e-mail address first, and save.'],
  'monitoring.tooManyTests': [429, 'Monitoring Alerts', 'Please wait ten minutes before you send another test.'],
} as const satisfies Refusals;
