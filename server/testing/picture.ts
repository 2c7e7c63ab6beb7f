import { Transformer } from '@napi-rs/image';

/** A single-coloured PNG picture for uploads. */
export const picture = async (width: number, height: number): Promise<Blob> => {
  const pixels = Buffer.alloc(width * height * 4, 0x7f);
  const png = await Transformer.fromRgbaPixels(pixels, width, height).png();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
};
