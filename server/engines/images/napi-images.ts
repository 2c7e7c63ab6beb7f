import { readFile } from 'node:fs/promises';
import { Transformer } from '@napi-rs/image';
import { limits } from '#contract/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { pictureHeader } from './picture-header.ts';
import type { ImageEngine, ImageShape } from './port.ts';

const quality = 82;
/** A value of the package's own enum, which type stripping can't import: keep the shape, stretch nothing. */
const cover = 0;

/**
 * Pictures by @napi-rs/image, whose decoders run off the event loop; one at a time, as a picture of the most pixels
 * takes 200 MB while it is decoded.
 */
export const napiImages = (): ImageEngine => {
  let last: Promise<unknown> = Promise.resolve();
  return {
    remake: (path, shape) => {
      const made = last.then(async () => {
        const bytes = await readFile(path);
        checkHeader(bytes);
        return await encodeAnew(bytes, shape);
      });
      last = made.catch(() => undefined);
      return made;
    },
  };
};

const checkHeader = (bytes: Buffer): void => {
  const header = pictureHeader(bytes) ?? refuse('image.notImage');
  if (header.width * header.height > limits.imageMaxPixels)
    refuse('image.tooManyPixels', { max: limits.imageMaxPixels.toLocaleString('en') });
};

const encodeAnew = async (bytes: Buffer, shape: ImageShape) => {
  try {
    const picture = new Transformer(bytes);
    const { width, height, orientation } = await picture.metadata(true);
    const isTurned = (orientation ?? 1) >= 5;
    const size = sizeFor(isTurned ? { width: height, height: width } : { width, height }, shape);
    const data = await picture
      .rotate()
      .resize({ ...size, fit: cover })
      .webp(quality);
    return { data, ...size };
  } catch {
    return refuse('image.notImage');
  }
};

/** The size of what is kept: of the shape's proportions (`cover`) or the picture's (`contain`), never larger than the picture. */
const sizeFor = (picture: { width: number; height: number }, { width, height, fit }: ImageShape) => {
  const across = width / picture.width;
  const down = height / picture.height;
  const scale = fit === 'cover' ? Math.max(across, down) : Math.min(across, down);
  const [kept, shrink] = fit === 'cover' ? [{ width, height }, 1 / Math.max(scale, 1)] : [picture, Math.min(scale, 1)];
  return {
    width: Math.max(1, Math.round(kept.width * shrink)),
    height: Math.max(1, Math.round(kept.height * shrink)),
  };
};
