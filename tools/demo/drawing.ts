import { Transformer } from '@napi-rs/image';

/** Draws waves between two hues (degrees), as a PNG file. */
export const draw = async (name: string, size: [number, number], hues: [number, number]): Promise<File> => {
  const png = await paint(size, hues).png();
  return new File([new Uint8Array(png)], `${name}.png`, { type: 'image/png' });
};

/** Draws a podcast cover of the size directories require, as a square JPEG file to save bytes. */
export const drawCover = async (name: string, side: number, hues: [number, number]): Promise<File> => {
  const jpeg = await paint([side, side], hues).jpeg(88);
  return new File([new Uint8Array(jpeg)], `${name}.jpg`, { type: 'image/jpeg' });
};

const paint = ([width, height]: [number, number], hues: [number, number]): Transformer => {
  const pixels = Buffer.alloc(width * height * 4, 0xff);
  const crests = Array.from({ length: width }, (_, x) => crestsAt(x / width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [at, lightness] = shade(x / width, y / height, crests[x]!);
      const hue = hues[0] + rotation(hues) * at;
      const reach = saturation * Math.min(lightness, 1 - lightness);
      const pixel = (y * width + x) * 4;
      pixels[pixel] = channel(0, hue, lightness, reach);
      pixels[pixel + 1] = channel(8, hue, lightness, reach);
      pixels[pixel + 2] = channel(4, hue, lightness, reach);
    }
  return Transformer.fromRgbaPixels(pixels, width, height);
};

const saturation = 0.62;
const waves = [
  { middle: 0.42, height: 0.1, length: 1.3, phase: 0.2 },
  { middle: 0.58, height: 0.08, length: 1.9, phase: 2.1 },
  { middle: 0.74, height: 0.06, length: 2.6, phase: 4.4 },
];

/** The height of each wave in a column. */
const crestsAt = (x: number): number[] =>
  waves.map(({ middle, height, length, phase }) => middle + height * Math.sin(x * length * Math.PI * 2 + phase));

/** A point's position between the hues, and its lightness: each wave above the point darkens it. */
const shade = (x: number, y: number, crests: number[]): [at: number, lightness: number] => {
  let below = 0;
  for (const crest of crests) if (y > crest) below++;
  return [0.6 * x + 0.4 * y, 0.72 - 0.12 * below - 0.08 * y];
};

/** The shorter rotation from one hue to the other, in degrees. */
const rotation = ([from, to]: [number, number]): number => ((to - from + 540) % 360) - 180;

/** A colour channel (0 red, 8 green, 4 blue) of a hue, 0–255. */
const channel = (n: number, hue: number, lightness: number, reach: number): number => {
  const k = (n + hue / 30 + 12) % 12;
  return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
};
