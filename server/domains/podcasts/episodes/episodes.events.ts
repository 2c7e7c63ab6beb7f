/** `{key, podcast}`: an episode was created or changed. */
export const episodeChanged = 'episode.changed';

/** `{key, podcast, files}`: an episode was deleted; `files` are its storage keys. */
export const episodeDeleted = 'episode.deleted';

/** `{task}`: audio was accepted and waits for preparation. */
export const audioAccepted = 'episode.audioTaken';

/** Job names. */
export const jobs = {
  prepareAudio: 'prepare-episode',
  tagEpisode: 'tag-episode',
} as const;
