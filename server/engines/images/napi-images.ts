import { readFile } from 'node:fs/promises';
import { Transformer } from '@napi-rs/image';
import { limits } from '#contract/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { pictureHeader } from './picture-header.ts';
import type { ImageEngine, ImageShape } from './port.ts';

const quality = 82;
const jpegQuality = 88;
/** A value of the package's own enum, which type stripping can't import: keep the shape, stretch nothing. */
const cover = 0;
/** Likewise: red, green and blue of 8 bits, and nothing else. */
const rgb8 = 2;

/**
 * Pictures by @napi-rs/image, whose decoders run off the event loop; one at a time, as a picture of the most pixels
 * takes 200 MB while it is decoded.
 */
export const napiImages = (): ImageEngine => {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(path: string, make: (bytes: Buffer) => Promise<T>): Promise<T> => {
    const made = last.then(async () => {
      const bytes = await readFile(path);
      checkHeader(bytes);
      return await make(bytes).catch(() => refuse('image.notImage'));
    });
    last = made.catch(() => undefined);
    return made;
  };
  return {
    measure: async (path) => checkHeader(await readFile(path)),
    remake: (path, shape) => inTurn(path, (bytes) => encodeAnew(bytes, shape)),
    jpeg: (path, widest) => inTurn(path, (bytes) => onWhite(bytes, widest)),
  };
};

const checkHeader = (bytes: Buffer): { width: number; height: number } => {
  const header = pictureHeader(bytes) ?? refuse('image.notImage');
  if (header.width * header.height > limits.imageMaxPixels)
    refuse('image.tooManyPixels', { max: limits.imageMaxPixels.toLocaleString('en') });
  return { width: header.width, height: header.height };
};

const encodeAnew = async (bytes: Buffer, shape: ImageShape) => {
  const { picture, size } = await uprightIn(bytes, shape);
  return { data: await picture.webp(quality), ...size };
};

/** A JPEG knows no transparency, and a grey one is not what directories take: the picture is laid on white RGB. */
const onWhite = async (bytes: Buffer, widest: number) => {
  const { picture, size, colours } = await uprightIn(bytes, { width: widest, height: widest, fit: 'contain' });
  if (colours === rgb8) return { data: await picture.jpeg(jpegQuality), ...size };
  const white = new Uint8Array(size.width * size.height * 4).fill(255);
  const laid = Transformer.fromRgbaPixels(white, size.width, size.height).overlay(await picture.png(), 0, 0);
  return { data: await laid.jpeg(jpegQuality), ...size };
};

const uprightIn = async (bytes: Buffer, shape: ImageShape) => {
  const picture = new Transformer(bytes);
  const { width, height, orientation, colorType } = await picture.metadata(true);
  const isTurned = (orientation ?? 1) >= 5;
  const size = sizeFor(isTurned ? { width: height, height: width } : { width, height }, shape);
  return { picture: picture.rotate().resize({ ...size, fit: cover }), size, colours: colorType as number };
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
