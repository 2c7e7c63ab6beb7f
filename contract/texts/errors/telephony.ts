import type { Refusals } from './refusals.ts';

/** Call-to-listen: phone numbers, carriers' lines and the welcome prompt (spec §5, §8). */
export const telephonyErrors = {
  'ctl.relay': [
    409,
    'Call-To-Listen',
    'A relay plays its master’s stream. Please ask for a phone number for the master.',
  ],
  'ctl.noRequest': [409, 'Call-To-Listen', 'This station does not ask for a phone number.'],
  'ctl.noneFree': [409, 'Call-To-Listen', 'No phone number of this country is free. Please choose one or add some.'],
  'ctl.numberTaken': [409, 'Call-To-Listen', '{did} belongs to another station.'],
  'ctl.oneMain': [400, 'Call-To-Listen', 'Exactly one of the phone numbers is the main one.'],
  'ctl.numberNotFound': [404, 'Phone numbers', '{did} is not in the pool.'],
  'ctl.numberExists': [409, 'Phone numbers', '{did} is already in the pool.'],
  'ctl.numberGiven': [409, 'Phone numbers', '{did} belongs to a station. Please take it back first.'],
  'ctl.trunkNotFound': [404, 'Lines', 'The line was not found.'],
  'ctl.passwordMissing': [400, 'Lines', 'A line with a user name needs a password too.'],
  'ctl.tokenMissing': [400, 'Lines', 'Please enter the carrier’s token or key again.'],
  'ctl.encryptionNeedsTls': [400, 'Lines', 'Encrypted sound needs TLS, as its keys are part of the messages.'],
  'ctl.silent': [409, 'Call-To-Listen', 'The station has no sound right now.'],
  'ctl.busy': [503, 'Call-To-Listen', 'Too many people are listening as callers do. Please try again in a moment.'],
  'prompt.notFound': [404, 'Welcome Prompt', 'This station has no welcome prompt.'],
} as const satisfies Refusals;
