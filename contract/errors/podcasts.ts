import type { Refusals } from './refusals.ts';

/** Podcasts, episodes and recording (spec §8). */
export const podcastErrors = {
  'podcast.notFound': [404, '{Podcast} not found', 'The {podcast} was not found.'],
  'episode.notFound': [404, 'Episode not found', 'The episode was not found.'],
  'plan.podcastLimit': [409, '{Podcast}', 'Upgrade your account to add more {podcasts}.'],
  'plan.podcastRecording': [403, '{Podcast}', 'Please upgrade your subscription to begin recording {podcasts}.'],
  'podcast.prettyUrlTaken': [409, '{Podcast}', 'The URL is already in use.'],
  'podcast.parentLoop': [409, '{Podcast}', 'A {podcast} can’t belong to itself or to one that belongs to it.'],
  'podcast.logoSize': [422, 'Logo', 'Invalid image size. It must be between 1400×1400 and 3000×3000 pixels.'],
  'podcast.logoShape': [422, 'Logo', 'Image must have equal width and height.'],
  'podcast.logoTooLarge': [413, 'Logo', 'The image must be at most 1000 KB.'],
  'podcast.logoType': [415, 'Logo', 'Please choose a JPG, PNG or WebP image.'],
  'podcast.createFailed': [500, '{Podcast}', 'Failed to create the {podcast}. Please try again.'],
  'podcast.updateFailed': [500, '{Podcast}', 'Failed to update the {podcast}. Please try again.'],
  'podcast.deleteFailed': [500, '{Podcast}', 'Unable to delete the {podcast}.'],
  'episode.uploadFailed': [500, 'Episode', 'Failed to upload the episode. Please try again.'],
  'schedule.createFailed': [500, 'Recording schedule', 'Failed to create the recording schedule. Please try again.'],
  'schedule.updateFailed': [500, 'Recording schedule', 'Failed to edit the recording schedule. Please try again.'],
  'schedule.deleteFailed': [500, 'Recording schedule', 'Failed to delete the recording schedule. Please try again.'],
} as const satisfies Refusals;
