import { describe, expect, test } from 'vitest';
import { freePlace, fromBottom } from './toast-place.ts';

const toast = { left: 1000, right: 1400, height: 60 };
const window = { from: 64, to: 900 };
const button = (top: number, left = 1200) => ({ left, right: left + 100, top, bottom: top + 40 });

describe('the place of toasts', () => {
  test('is at the top where nothing is', () => {
    expect(freePlace(toast, [], window)).toBe(64);
  });

  test('is at the top beside what is left of them', () => {
    expect(freePlace(toast, [button(80, 600)], window)).toBe(64);
  });

  test('is below the buttons that they would cover, in any order', () => {
    expect(freePlace(toast, [button(180), button(80)], window)).toBe(228);
    expect(freePlace(toast, [button(80), button(300)], window)).toBe(128);
  });

  test('is below a tall control that begins above a short one', () => {
    expect(freePlace(toast, [{ left: 900, right: 1500, top: 70, bottom: 400 }, button(100)], window)).toBe(408);
  });

  test('is at the bottom of a narrow window, above its bars and the buttons there', () => {
    const bar = { left: 0, right: 1440, top: 828, bottom: 900 };
    const room = { from: 8, to: 836 };
    expect(freePlace(toast, fromBottom([bar], 900), room)).toBe(80);
    expect(freePlace(toast, fromBottom([button(100), button(740), bar], 900), room)).toBe(168);
  });

  test('is nowhere if buttons leave no gap that is high enough', () => {
    const rows = Array.from({ length: 20 }, (_, row) => button(70 + row * 50));
    expect(freePlace(toast, rows, window)).toBe(undefined);
  });
});
