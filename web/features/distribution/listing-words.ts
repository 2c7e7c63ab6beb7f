import type { PlatformState } from '#contract/distribution.ts';

type Words = { text: string; color: string };

/** What each state is called. */
export const stateWords: Record<PlatformState['state'], Words> = {
  not_submitted: { text: 'Not submitted', color: 'gray' },
  submitted: { text: 'Submitted', color: 'blue' },
  unchecked: { text: 'Could not be checked', color: 'yellow' },
  refuted: { text: 'Not this one', color: 'red' },
  listed: { text: 'Listed', color: 'green' },
};
