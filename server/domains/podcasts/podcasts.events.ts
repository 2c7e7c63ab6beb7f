/** `{key}`: a podcast was created or changed. */
export const podcastChanged = 'podcast.changed';

/** `{key, account, files}`: a podcast was deleted with its episodes; `files` are its storage keys, to be removed. */
export const podcastDeleted = 'podcast.deleted';

/** `{files}`: these storage keys are no longer referenced by a podcast. */
export const podcastFilesOrphaned = 'podcast.filesDropped';
