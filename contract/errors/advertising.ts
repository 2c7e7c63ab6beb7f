import type { Refusals } from './refusals.ts';

/** Campaigns and welcome prompts (spec §8). */
export const advertisingErrors = {
  'prompt.uploadFailed': [500, 'Welcome Prompt', 'Failed to upload Welcome Prompt'],
  'campaign.deleteFailed': [500, 'Campaign', 'Failed to delete the campaign. Please try again.'],
} as const satisfies Refusals;
