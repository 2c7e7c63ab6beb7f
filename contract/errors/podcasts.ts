import type { Refusals } from './refusals.ts';

/** Podcasts, episodes and recording (spec §8). */
export const podcastErrors = {
  'podcast.notFound': [404, '{Podcast} not found', 'The {podcast} was not found.'],
  'podcast.createFailed': [500, '{Podcast}', 'Failed to create the {podcast}. Please try again.'],
  'podcast.updateFailed': [500, '{Podcast}', 'Failed to update the {podcast}. Please try again.'],
  'podcast.deleteFailed': [500, '{Podcast}', 'Unable to delete the {podcast}.'],
  'episode.uploadFailed': [500, 'Episode', 'Failed to upload the episode. Please try again.'],
  'schedule.createFailed': [500, 'Recording schedule', 'Failed to create the recording schedule. Please try again.'],
  'schedule.updateFailed': [500, 'Recording schedule', 'Failed to edit the recording schedule. Please try again.'],
  'schedule.deleteFailed': [500, 'Recording schedule', 'Failed to delete the recording schedule. Please try again.'],
} as const satisfies Refusals;
