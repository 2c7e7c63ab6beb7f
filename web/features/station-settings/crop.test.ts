import { describe, expect, it } from 'vitest';
import { cropArea, moveView, type Size, type View } from './crop.ts';

const logo = { width: 170, height: 170 };
const background = { width: 420, height: 300 };
/** Rounds to whole pixels. */
const pixels = (picture: Size, frame: Size, view: View) => {
  const { x, y, width, height } = cropArea(picture, frame, view);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};
const middle = { x: 0.5, y: 0.5, zoom: 1 };

describe('crop of a picture to a frame', () => {
  it('takes the largest centred area of the same aspect ratio', () => {
    expect(pixels({ width: 1000, height: 500 }, logo, middle)).toEqual({ x: 250, y: 0, width: 500, height: 500 });
    expect(pixels({ width: 420, height: 900 }, background, middle)).toEqual({ x: 0, y: 300, width: 420, height: 300 });
  });

  it('shrinks with the zoom', () => {
    expect(pixels({ width: 1000, height: 500 }, logo, { ...middle, zoom: 2 })).toEqual({
      x: 375,
      y: 125,
      width: 250,
      height: 250,
    });
  });

  it('never exceeds the edges of the picture', () => {
    for (const x of [-1, 0, 0.1, 0.9, 1, 2]) {
      const cut = cropArea({ width: 333, height: 777 }, background, { x, y: 1 - x, zoom: 1.7 });
      expect(cut.x).toBeGreaterThanOrEqual(0);
      expect(cut.y).toBeGreaterThanOrEqual(0);
      expect(cut.x + cut.width).toBeLessThanOrEqual(333.0001);
      expect(cut.y + cut.height).toBeLessThanOrEqual(777.0001);
    }
  });
});

describe('moving the picture under the frame', () => {
  const picture = { width: 1000, height: 500 };

  it('moves the crop by fractions of the frame, opposite to the picture', () => {
    const to = moveView(picture, logo, middle, { x: 0.2, y: 0 });
    expect(pixels(picture, logo, to)).toEqual({ x: 150, y: 0, width: 500, height: 500 });
  });

  it('stops at the edge and moves back from there without delay', () => {
    const atEdge = moveView(picture, logo, middle, { x: 9, y: 9 });
    expect(pixels(picture, logo, atEdge).x).toBe(0);
    expect(pixels(picture, logo, moveView(picture, logo, atEdge, { x: -0.1, y: 0 })).x).toBe(50);
  });
});
