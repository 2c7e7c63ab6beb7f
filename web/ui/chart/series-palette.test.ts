import { expect, it } from 'vitest';
import { brands } from '#brands/brands.ts';
import { hueOf, paletteBeside } from './series-palette.ts';

it('finds hues', () => {
  expect(['#ff0000', '#00ff00', '#0000ff', '#ff00ff', '#808080'].map(hueOf)).toEqual([0, 120, 240, 300, 0]);
});

it('gives no series a colour like the brand’s', () => {
  const of = (id: string) => paletteBeside(brands[id]!.theme.primary[6]);
  expect(of('skywave')).toEqual(['orange', 'green', 'magenta', 'cyan']);
  expect(of('beacon')).toEqual(['orange', 'magenta', 'blue', 'crimson']);
  expect(of('chorus')).toEqual(['orange', 'green', 'cyan', 'blue']);
});
