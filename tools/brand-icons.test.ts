import { Transformer } from '@napi-rs/image';
import { expect, it } from 'vitest';
import { brands } from '#brands/brands.ts';
import { brandFiles } from './brand-icons.ts';

it('makes icons of each size from the mark, different in each brand', async () => {
  const seen = new Set<string>();
  for (const brand of Object.values(brands)) {
    const files = new Map(await brandFiles(brand));
    expect([...files.keys()].toSorted()).toEqual([
      'app.webmanifest',
      'favicon.svg',
      'icon-180.png',
      'icon-192.png',
      'icon-512.png',
    ]);
    for (const px of [180, 192, 512]) {
      const png = files.get(`icon-${px}.png`) as Uint8Array;
      expect(await new Transformer(png).metadata()).toMatchObject({ width: px, height: px });
      seen.add(Buffer.from(png).toString('base64'));
    }
    expect(files.get('favicon.svg')).toContain(brand.mark.strokes[0]);
    expect(JSON.parse(files.get('app.webmanifest') as string)).toMatchObject({ name: brand.name });
  }
  expect(seen.size).toBe(3 * Object.keys(brands).length);
});
