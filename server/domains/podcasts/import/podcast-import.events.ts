/** `{id}`: an import was started, and its episodes have to be fetched. */
export const importStarted = 'podcast.importStarted';

/** Job name. */
export const importJob = 'import-podcast';
