import { describe, expect, test } from 'vitest';
import { freeTop } from './toast-place.ts';

const toast = { left: 1000, right: 1400, height: 60 };
const window = { from: 64, to: 900 };
const button = (top: number, left = 1200) => ({ left, right: left + 100, top, bottom: top + 40 });

describe('the place of toasts', () => {
  test('is at the top where nothing is', () => {
    expect(freeTop(toast, [], window)).toBe(64);
  });

  test('is at the top beside what is left of them', () => {
    expect(freeTop(toast, [button(80, 600)], window)).toBe(64);
  });

  test('is below the buttons that they would cover, in any order', () => {
    expect(freeTop(toast, [button(180), button(80)], window)).toBe(228);
    expect(freeTop(toast, [button(80), button(300)], window)).toBe(128);
  });

  test('is below a tall control that begins above a short one', () => {
    expect(freeTop(toast, [{ left: 900, right: 1500, top: 70, bottom: 400 }, button(100)], window)).toBe(408);
  });

  test('is nowhere if buttons leave no gap that is high enough', () => {
    const rows = Array.from({ length: 20 }, (_, row) => button(70 + row * 50));
    expect(freeTop(toast, rows, window)).toBe(undefined);
  });
});
