import { expect, test } from 'vitest';
import { contrastOf, contrastOfPlayer, readableOn, shownColours } from './player-colours.ts';

const primary = [
  '#eff6ff',
  '#dbeafe',
  '#bfdbfe',
  '#93c5fd',
  '#60a5fa',
  '#3b82f6',
  '#2563eb',
  '#1d4ed8',
  '#1e40af',
  '#1e3a8a',
];
const none = { accent: '', background: '', text: '' };
/** Numbers from 0 to 1, the same in every run. */
const numbersFrom = (seed: number) => () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;

test('knows the contrasts of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#123456', '#123456')).toBe(1);
});

test("passes with the themes' own colours", () => {
  for (const theme of ['light', 'dark', 'auto'] as const)
    expect(contrastOfPlayer({ theme, colours: none }, primary), theme).toMatchObject({ passes: true });
});

test('names the worse theme where both are shown', () => {
  const colours = { ...none, accent: '#ffe000' };
  expect(contrastOfPlayer({ theme: 'dark', colours }, primary).passes).toBe(true);
  expect(contrastOfPlayer({ theme: 'auto', colours }, primary)).toMatchObject({ passes: false, accent: 1.31 });
});

test('shifts any colours until they can be read, and others not at all', () => {
  const next = numbersFrom(7);
  const colour = () =>
    `#${Math.floor(next() * 0x100_0000)
      .toString(16)
      .padStart(6, '0')}`;
  for (let i = 0; i < 500; i += 1) {
    const colours = { accent: colour(), background: colour(), text: colour() };
    const shown = shownColours(next() < 0.5 ? 'light' : 'dark', colours, primary);
    expect(contrastOf(shown.background, shown.text), JSON.stringify(colours)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(shown.background, shown.accent), JSON.stringify(colours)).toBeGreaterThanOrEqual(3);
    if (contrastOf(colours.background, colours.text) >= 4.5) expect(shown.text).toBe(colours.text);
  }
});

test('keeps the hue of a shifted colour', () => {
  expect(readableOn('#ffffff', '#ffe000', 3)).toBe('#a99400');
});
