import type { ImageEngine, ImageShape } from '#server/engines/images/port.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { randomLetters } from '#server/kernel/keys.ts';

export type ImagesDeps = Pick<Kernel, 'storage'> & { images: ImageEngine };

/** What a picture is of; its name begins with it. */
export type ImageKind = 'avatar' | 'logo' | 'post' | 'partner' | 'station' | 'background' | 'artwork';

/** Re-encodes an uploaded picture and keeps it under a new, unguessable name, which is given back. */
export const keepImage = async (
  { storage, images }: ImagesDeps,
  kind: ImageKind,
  path: string,
  shape: ImageShape,
): Promise<string> => {
  const { data } = await images.remake(path, shape);
  const name = `${kind}-${randomLetters(22)}.webp`;
  await storage.put(imageKey(name), data, 'image/webp');
  return name;
};

/** Removes a picture that nothing shows any more. */
export const dropImage = async ({ storage }: Pick<Kernel, 'storage'>, name: string | null): Promise<void> => {
  if (name !== null) await storage.remove(imageKey(name));
};

/** Where a picture is had by anybody who knows its name; null without one. */
export const imageAddress = (name: string | null): string | null => (name === null ? null : `/images/${name}`);

/** Where the logo of an account is had, by the account's key; another logo has another address. Null without one. */
export const logoAddress = ({ key, logo }: { key: string; logo: string | null }): string | null =>
  logo === null ? null : `/v1/accounts/${key}/logo?v=${logoVersion(logo)}`;

/** What tells the logos of an account apart: letters of the picture's name that are random. */
export const logoVersion = (logo: string): string => logo.replace(/^logo-|\.webp$/g, '').slice(0, 12);

/** Where storage keeps it. */
export const imageKey = (name: string): string => `images/${name}`;
