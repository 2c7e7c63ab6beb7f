import type { ImageEngine, ImageShape } from '#server/engines/images/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

export type ImagesDeps = Pick<Kernel, 'storage'> & { images: ImageEngine };

/** What an image shows; the prefix of its name. */
export type ImageKind =
  | 'avatar'
  | 'logo'
  | 'post'
  | 'partner'
  | 'station'
  | 'background'
  | 'artwork'
  | 'site'
  | 'presenter';

/** Re-encodes an uploaded image, stores it under a new unguessable name and returns the name. */
export const storeImage = async (
  { storage, images }: ImagesDeps,
  kind: ImageKind,
  path: string,
  shape: ImageShape,
): Promise<string> => {
  const { data } = await images.reencode(path, shape);
  const name = `${kind}-${randomLetters(22)}.webp`;
  await storage.put(imageKey(name), data, 'image/webp');
  return name;
};

/** Deletes an image that is no longer used. */
export const deleteImage = async ({ storage }: Pick<Kernel, 'storage'>, name: string | null): Promise<void> => {
  if (name !== null) await storage.remove(imageKey(name));
};

/** The public URL of an image; null without one. */
export const imageUrl = (name: string | null): string | null => (name === null ? null : `/images/${name}`);

/** The URL of an account's logo, which changes with the logo; null without one. */
export const logoUrl = ({ key, logo }: { key: string; logo: string | null }): string | null =>
  logo === null ? null : `/v1/accounts/${key}/logo?v=${logoVersion(logo)}`;

/** The version of a logo in its URL: random letters of its image name. */
export const logoVersion = (logo: string): string => logo.replace(/^logo-|\.webp$/g, '').slice(0, 12);

/** The image's key in storage. */
export const imageKey = (name: string): string => `images/${name}`;
