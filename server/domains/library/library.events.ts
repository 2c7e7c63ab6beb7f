/** An upload was accepted and waits for its preparation. */
export const uploadTaken = 'library.uploadTaken';

/** A track waits to be downloaded from its URL. */
export const urlTaken = 'library.urlTaken';

/** These stored files are no longer referenced. */
export const filesDropped = 'library.filesDropped';

/** The jobs of the library. */
export const jobs = {
  prepareTrack: 'prepare-track',
  prepareStation: 'prepare-station',
  fetchTrack: 'fetch-track',
} as const;
