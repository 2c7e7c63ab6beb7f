import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Isrc, isrcOf } from './isrc.ts';

it('is stored without dashes, however it is written', () => {
  for (const written of ['US-RC1-76-07839', 'usrc17607839', ' US RC1 76 07839 ', 'ISRC US-RC1-76-07839'])
    expect(z.parse(Isrc, written)).toBe('USRC17607839');
  expect(z.parse(Isrc, '')).toBe('');
});

it('is refused if it is invalid', () => {
  for (const written of ['USRC1760783', 'US-RC1-76-0783X', '12-RC1-76-07839', 'nonsense', 'USRC176078399'])
    expect(z.safeParse(Isrc, written).success).toBe(false);
});

it('in tags is ignored if it is invalid', () => {
  expect([isrcOf('gb-aye-69-00531'), isrcOf('unknown'), isrcOf(undefined)]).toEqual(['GBAYE6900531', '', '']);
});
