/** Why an impression was not delivered, in the order in which a listener is checked. */
export const adReasons = {
  schedule: 'Outside its hours',
  cap: 'The listener had heard it often enough',
  pace: 'Held back to last until its end date',
  separation: 'Too soon after the same advertiser or category',
  blocked: 'The station blocks it',
  approval: 'The station has not approved it',
  provider: 'The ad server had nothing for the listener',
  format: 'No audio in the format of the stream',
  lease: 'Its goal was nearly reached',
  outbid: 'A campaign of higher priority played',
  length: 'The break was too short',
  reconnect: 'The listener had just reconnected',
  left: 'The listener left before it was heard',
  cut: 'The break was cut short',
} as const;
export type AdReason = keyof typeof adReasons;
export const adReasonIds = Object.keys(adReasons) as [AdReason, ...AdReason[]];
