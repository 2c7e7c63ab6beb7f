import type { CallReason } from '#contract/engine/engine-calls.ts';

/** Why calls were refused or ended by us, in words for administrators. */
const labels: Readonly<Record<CallReason | '', string>> = {
  number: 'the number belongs to no station',
  'off-air': 'the station is off the air',
  'station-full': 'too many callers of one station',
  full: 'too many calls at once',
  'caller-limit': 'too many calls of one caller',
  'number-limit': 'too many minutes to one number today',
  rate: 'too many new calls a second',
  codec: 'no sound format in common',
  media: 'the sound would go to an address outside of the line',
  password: 'wrong password',
  signature: 'not signed with the line’s token or key, or for another public address',
  cancelled: 'the caller hung up before the answer',
  unacknowledged: 'the answer was not acknowledged',
  'station-gone': 'the station went off the air',
  'too-long': 'the longest time of a call was reached',
  'no-sound': 'nothing was heard of the caller any more',
  'session-expired': 'the carrier no longer confirmed the call',
  error: 'an error of ours, see the log',
  stopped: 'the telephone process stopped',
  '': 'no reason given',
};

export const reasonLabel = (reason: string): string => (isKnown(reason) ? labels[reason] : reason);

const isKnown = (reason: string): reason is CallReason | '' => Object.hasOwn(labels, reason);
