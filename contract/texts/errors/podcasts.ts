import type { Refusals } from './refusals.ts';

/** Podcasts, episodes and recording (spec §8). */
export const podcastErrors = {
  'podcast.notFound': [404, '{Podcast} not found', 'The {podcast} was not found.'],
  'episode.notFound': [404, 'Episode not found', 'The episode was not found.'],
  'episode.gone': [410, 'Episode deleted', 'The episode was deleted.'],
  'plan.podcastLimit': [409, '{Podcast}', 'Upgrade your account to add more {podcasts}'],
  'plan.podcastRecording': [403, '{Podcast}', 'Please upgrade your subscription to begin recording {podcasts}.'],
  'podcast.prettyUrlTaken': [409, '{Podcast}', 'The URL is already in use.'],
  'podcast.parentLoop': [409, '{Podcast}', 'A {podcast} can’t belong to itself or to one that belongs to it.'],
  'podcast.logoSize': [422, 'Logo', 'Invalid image size. It must be between 1400×1400 and 3000×3000 pixels.'],
  'podcast.logoShape': [422, 'Logo', 'Image must have equal width and height.'],
  'podcast.logoTooLarge': [413, 'Logo', 'The image must be at most 1000 KB.'],
  'podcast.logoType': [415, 'Logo', 'Please choose a JPG, PNG or WebP image.'],
  'episode.nothingLeft': [422, 'Episode', 'These cuts would leave no audio. Please cut less.'],
  'episode.noAudio': [409, 'Episode', 'The episode has no audio yet.'],
  'episode.preparing': [409, 'Episode', 'The audio is still being prepared. Please wait until it is ready.'],
  'episode.superseded': [409, 'Episode', 'Another file was uploaded for this episode in the meantime.'],
  'episode.guidTaken': [409, 'Episode', 'The {podcast} already has an episode with this GUID.'],
  'episode.transcriptInvalid': [
    422,
    'Transcript',
    'This file cannot be read as a transcript: {reason}. Please use WebVTT or SubRip.',
  ],
  'episode.transcriptMissing': [404, 'Transcript', 'The episode has no transcript.'],
  'schedule.notFound': [404, 'Recording schedule', 'The recording schedule was not found.'],
  'schedule.tooMany': [409, 'Recording schedule', 'A {podcast} can have at most {count} recording schedules.'],
} as const satisfies Refusals;
