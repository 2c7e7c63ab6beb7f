/** Toast texts of successful actions (spec §8). */
export const successes = {
  copied: 'Copied!',
  autodjUpdated: 'The {AutoDJ} configuration was successfully updated',
  podcastCreated: '{Podcast} created successfully.',
  podcastUpdated: '{Podcast} updated successfully.',
  podcastDeleted: '{Podcast} deleted successfully.',
} as const;
