/** What the library tells: an upload was taken and waits for its preparation. */
export const uploadTaken = 'library.uploadTaken';

/** The jobs of the library. */
export const jobs = { prepareTrack: 'prepare-track', prepareStation: 'prepare-station' } as const;
