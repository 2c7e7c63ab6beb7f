import { createMedia, type Media } from '../media.ts';

/** The files of a folder, without a portal to fetch others from. */
export const mediaBelow = (mediaDir: string): Media =>
  createMedia({
    mediaDir,
    failed(error) {
      throw error;
    },
  });
