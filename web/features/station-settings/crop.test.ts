import { describe, expect, it } from 'vitest';
import { cutOf, moved, type Size, type View } from './crop.ts';

const logo = { width: 170, height: 170 };
const background = { width: 420, height: 300 };
/** In whole pixels: the shares of a picture are no round numbers. */
const pixels = (picture: Size, frame: Size, view: View) => {
  const { x, y, width, height } = cutOf(picture, frame, view);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};
const middle = { x: 0.5, y: 0.5, zoom: 1 };

describe('the part of a picture that fills a frame', () => {
  it('is the largest part of the same shape, from the middle', () => {
    expect(pixels({ width: 1000, height: 500 }, logo, middle)).toEqual({ x: 250, y: 0, width: 500, height: 500 });
    expect(pixels({ width: 420, height: 900 }, background, middle)).toEqual({ x: 0, y: 300, width: 420, height: 300 });
  });

  it('is smaller the nearer one looks', () => {
    expect(pixels({ width: 1000, height: 500 }, logo, { ...middle, zoom: 2 })).toEqual({
      x: 375,
      y: 125,
      width: 250,
      height: 250,
    });
  });

  it('never reaches over the edge, wherever one looks', () => {
    for (const x of [-1, 0, 0.1, 0.9, 1, 2]) {
      const cut = cutOf({ width: 333, height: 777 }, background, { x, y: 1 - x, zoom: 1.7 });
      expect(cut.x).toBeGreaterThanOrEqual(0);
      expect(cut.y).toBeGreaterThanOrEqual(0);
      expect(cut.x + cut.width).toBeLessThanOrEqual(333.0001);
      expect(cut.y + cut.height).toBeLessThanOrEqual(777.0001);
    }
  });
});

describe('moving the picture under the frame', () => {
  const picture = { width: 1000, height: 500 };

  it('goes by shares of the frame, the other way than the picture', () => {
    const to = moved(picture, logo, middle, { x: 0.2, y: 0 });
    expect(pixels(picture, logo, to)).toEqual({ x: 150, y: 0, width: 500, height: 500 });
  });

  it('stops at the edge, and comes back from there at once', () => {
    const far = moved(picture, logo, middle, { x: 9, y: 9 });
    expect(pixels(picture, logo, far).x).toBe(0);
    expect(pixels(picture, logo, moved(picture, logo, far, { x: -0.1, y: 0 })).x).toBe(50);
  });
});
