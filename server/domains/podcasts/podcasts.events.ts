/** What podcasts tell: `{key}`, one was made or changed. */
export const podcastChanged = 'podcast.changed';

/** `{key, account, files}`: one is gone with its episodes; `files` are the names in storage that were its own. */
export const podcastDeleted = 'podcast.deleted';

/** `{files}`: these files of storage belong to no podcast any more. */
export const podcastFilesDropped = 'podcast.filesDropped';
