/** `{id}`: an import waits for its episodes to be fetched. */
export const importStarted = 'podcast.importStarted';

/** The job of an import. */
export const importJob = 'import-podcast';
