/** The widths of an image of a microsite in pixels, the largest first; smaller originals are not enlarged. */
export const imageWidths = [1920, 960, 480] as const;

const prefixes: Record<(typeof imageWidths)[number], string> = { 1920: 'site-', 960: 'sitem-', 480: 'sites-' };

/** The file of an image at a width; the largest has the name of the image. */
export const fileOfWidth = (name: string, width: (typeof imageWidths)[number]): string =>
  name.replace(/^site-/, prefixes[width]);
