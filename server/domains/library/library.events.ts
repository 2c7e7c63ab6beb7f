/** An upload was accepted and waits for its preparation. */
export const uploadAccepted = 'library.uploadTaken';

/** A track waits to be downloaded from its URL. */
export const urlAccepted = 'library.urlTaken';

/** These stored files are no longer referenced. */
export const filesOrphaned = 'library.filesDropped';

/** The jobs of the library. */
export const jobs = {
  prepareTrack: 'prepare-track',
  prepareStation: 'prepare-station',
  fetchTrack: 'fetch-track',
} as const;
