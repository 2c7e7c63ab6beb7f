import { readFile } from 'node:fs/promises';
import { Transformer } from '@napi-rs/image';
import { limits } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import { drawingFonts, hasLetters } from './known-letters.ts';
import { pictureHeader } from './picture-header.ts';
import type { ImageEngine, ImageShape } from './port.ts';

const quality = 82;
const jpegQuality = 88;
/** The package's enum value `cover` (crop, do not stretch), as type stripping can't import enums. */
const cover = 0;
/** The package's enum value for RGB of 8 bits without alpha. */
const rgb8 = 2;

/**
 * Image processing by @napi-rs/image, whose decoders run off the event loop; one image at a time, as one of the maximum
 * size takes 200 MB to decode.
 */
export const napiImages = (): ImageEngine => {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  const enqueue = <T>(path: string, convert: (bytes: Buffer) => Promise<T>): Promise<T> =>
    inTurn(async () => {
      const bytes = await readFile(path);
      checkHeader(bytes);
      return await convert(bytes).catch(() => refuse('image.notImage'));
    });
  return {
    measure: async (path) => checkHeader(await readFile(path)),
    reencode: (path, shape) => enqueue(path, (bytes) => encodeWebp(bytes, shape)),
    jpeg: (path, maxSide) => enqueue(path, (bytes) => encodeJpeg(bytes, maxSide)),
    png: (path) => enqueue(path, (bytes) => new Transformer(bytes).png()),
    draw: (svg, size) => inTurn(() => drawSvg(svg, size)),
    canWrite: (text) => inTurn(() => hasLetters(text)),
  };
};

const checkHeader = (bytes: Buffer): { width: number; height: number } => {
  const header = pictureHeader(bytes) ?? refuse('image.notImage');
  if (header.width * header.height > limits.imageMaxPixels)
    refuse('image.tooManyPixels', { max: limits.imageMaxPixels.toLocaleString('en') });
  return { width: header.width, height: header.height };
};

/** The package enlarges small drawings. */
const drawSvg = async (svg: string, size: { width: number; height: number }): Promise<Buffer> => {
  const drawn = await Transformer.fromSvg(svg.replaceAll('{fonts}', drawingFonts)).png();
  const { width } = await new Transformer(drawn).metadata();
  return width === size.width ? drawn : await new Transformer(drawn).resize({ ...size, fit: cover }).png();
};

const encodeWebp = async (bytes: Buffer, shape: ImageShape) => {
  const { picture, size } = await uprightIn(bytes, shape);
  return { data: await picture.webp(quality), ...size };
};

/** Composites onto white RGB: JPEG has no transparency, and podcast directories refuse greyscale. */
const encodeJpeg = async (bytes: Buffer, maxSide: number) => {
  const { picture, size, colours } = await uprightIn(bytes, { width: maxSide, height: maxSide, fit: 'contain' });
  if (colours === rgb8) return { data: await picture.jpeg(jpegQuality), ...size };
  const white = new Uint8Array(size.width * size.height * 4).fill(255);
  const composed = Transformer.fromRgbaPixels(white, size.width, size.height).overlay(await picture.png(), 0, 0);
  return { data: await composed.jpeg(jpegQuality), ...size };
};

const uprightIn = async (bytes: Buffer, shape: ImageShape) => {
  const picture = new Transformer(bytes);
  const { width, height, orientation, colorType } = await picture.metadata(true);
  const isTurned = (orientation ?? 1) >= 5;
  const size = sizeFor(isTurned ? { width: height, height: width } : { width, height }, shape);
  return { picture: picture.rotate().resize({ ...size, fit: cover }), size, colours: colorType as number };
};

/** The output size: in the proportions of the shape (`cover`) or the image (`contain`), never larger than the image. */
const sizeFor = (picture: { width: number; height: number }, { width, height, fit }: ImageShape) => {
  const scaleX = width / picture.width;
  const scaleY = height / picture.height;
  const scale = fit === 'cover' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const [base, shrink] = fit === 'cover' ? [{ width, height }, 1 / Math.max(scale, 1)] : [picture, Math.min(scale, 1)];
  return {
    width: Math.max(1, Math.round(base.width * shrink)),
    height: Math.max(1, Math.round(base.height * shrink)),
  };
};
