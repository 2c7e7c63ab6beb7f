import { expect, test } from 'vitest';
import { brands } from '#brands/brands.ts';
import { agreementText } from './agreement-text.ts';

const withAds = Object.values(brands).filter(({ flags }) => flags.advertising);

test.each(withAds)('$name has an agreement with its version, its name and nothing left to fill in', (brand) => {
  const { version, doc, sha256 } = agreementText(brand);
  expect(version).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(doc).toContain(brand.name);
  expect(doc).not.toMatch(/\{\w+\}|<!--|Version /);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
});
