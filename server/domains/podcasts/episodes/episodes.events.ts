/** What episodes tell: `{key, podcast}`, one was made or changed. */
export const episodeChanged = 'episode.changed';

/** `{key, podcast, files}`: one is gone; `files` are the names in storage that were its own. */
export const episodeDeleted = 'episode.deleted';

/** `{task}`: audio waits for its preparation. */
export const audioTaken = 'episode.audioTaken';

/** The jobs of episodes. */
export const jobs = {
  prepareAudio: 'prepare-episode',
  tagEpisode: 'tag-episode',
} as const;
