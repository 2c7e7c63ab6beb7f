import { Transformer } from '@napi-rs/image';

/** A picture of one colour as somebody uploads it: PNG. */
export const picture = async (width: number, height: number): Promise<Blob> => {
  const pixels = Buffer.alloc(width * height * 4, 0x7f);
  const png = await Transformer.fromRgbaPixels(pixels, width, height).png();
  return new Blob([new Uint8Array(png)], { type: 'image/png' });
};
