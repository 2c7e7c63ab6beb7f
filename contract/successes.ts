/** The toast texts for things that went well (spec §8). */
export const successes = {
  copied: 'Copied!',
  autodjUpdated: 'The {AutoDJ} configuration was successfully updated',
  podcastCreated: 'The {podcast} was created successfully.',
  podcastUpdated: 'The {podcast} was updated successfully.',
  podcastDeleted: 'The {podcast} was deleted successfully.',
} as const;
