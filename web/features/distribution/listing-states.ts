import type { PlatformState } from '#contract/api/distribution.ts';
import { wording } from '#brand/wording.ts';

type StateLabel = { text: string; color: string };

/** The label and colour of each state. */
export const stateLabels: Record<PlatformState['state'], StateLabel> = {
  not_submitted: { text: 'Not submitted', color: 'gray' },
  submitted: { text: 'Submitted', color: 'blue' },
  unchecked: { text: 'Not verified', color: 'yellow' },
  refuted: { text: `Different ${wording.podcast}`, color: 'red' },
  listed: { text: 'Listed', color: 'green' },
};
