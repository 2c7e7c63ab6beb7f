import { createHash, randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { limits } from '#contract/rules/limits.ts';
import type { ImageEngine } from '#server/engines/images/port.ts';
import { Refusal, refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';

export type ArtDeps = Pick<Kernel, 'storage'> & { images: ImageEngine };

/** Edge of the copy that the portal's screens show. */
const screenPx = 600;

/**
 * Refuses a podcast or episode logo that breaks spec §5: JPG, PNG or WebP, at most 1000 KB, square, 1400 to 3000
 * pixels.
 */
export const checkArt = async ({ images }: Pick<ArtDeps, 'images'>, path: string): Promise<void> => {
  if ((await stat(path)).size > limits.podcastLogoMaxBytes)
    refuseLogo('podcast.logoTooLarge', 'The image must be at most 1000 KB.');
  const { width, height } = await images.measure(path).catch(notPicture);
  if (width !== height) refuseLogo('podcast.logoShape', 'Image must have equal width and height.');
  if (width < limits.podcastLogoMinPx || width > limits.podcastLogoMaxPx)
    refuseLogo('podcast.logoSize', 'Invalid image size.');
};

/**
 * Stores an image in the form directories accept (JPEG, RGB, original size) and a smaller one for the portal's screens.
 * Returns its name, which is unique: a new image gets a new URL.
 */
export const storeArt = async ({ storage, images }: ArtDeps, path: string): Promise<string> => {
  const picture = await images.jpeg(path, limits.podcastLogoMaxPx);
  const small = await images.reencode(path, { width: screenPx, height: screenPx, fit: 'cover' });
  const hash = createHash('sha256').update(picture.data).digest('hex').slice(0, 16);
  const name = `${hash}${randomBytes(6).toString('hex')}`;
  await storage.put(artKey(name, 'jpg'), picture.data, 'image/jpeg');
  await storage.put(artKey(name, 'webp'), small.data, 'image/webp');
  return name;
};

/** Storage key of an image. */
export const artKey = (name: string, kind: 'jpg' | 'webp'): string => `podcast-images/${name}.${kind}`;

/** Storage keys of both files of an image; empty for null. */
export const artFiles = (name: string | null): string[] =>
  name === null ? [] : [artKey(name, 'jpg'), artKey(name, 'webp')];

/** Removes an image that is no longer referenced. */
export const removeArt = async ({ storage }: Pick<Kernel, 'storage'>, name: string | null): Promise<void> => {
  for (const file of artFiles(name)) await storage.remove(file);
};

const refuseLogo = (
  code: 'podcast.logoTooLarge' | 'podcast.logoShape' | 'podcast.logoSize' | 'podcast.logoType',
  text: string,
) => refuse(code, {}, { logo: text });

const notPicture = (error: unknown): never => {
  if (error instanceof Refusal && error.code === 'image.notImage')
    refuseLogo('podcast.logoType', 'Please choose a JPG, PNG or WebP image.');
  throw error;
};
