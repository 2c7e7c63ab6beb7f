import type { Refusals } from './refusals.ts';

/** Alerts of a station (spec §2 "Monitoring Alerts"). */
export const monitoringErrors = {
  'monitoring.noAddress': [409, 'Monitoring Alerts', 'Please add an e-mail address and save first.'],
  'monitoring.tooManyTests': [429, 'Monitoring Alerts', 'Please wait ten minutes before sending another test.'],
} as const satisfies Refusals;
