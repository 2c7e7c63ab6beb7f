/** What the library tells: an upload was taken and waits for its preparation. */
export const uploadTaken = 'library.uploadTaken';

/** A track waits to be fetched from its address. */
export const urlTaken = 'library.urlTaken';

/** These files of storage belong to nothing any more. */
export const filesDropped = 'library.filesDropped';

/** The jobs of the library. */
export const jobs = {
  prepareTrack: 'prepare-track',
  prepareStation: 'prepare-station',
  fetchTrack: 'fetch-track',
} as const;
