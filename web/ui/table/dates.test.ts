import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const features = join(import.meta.dirname, '../../features');
/** A date as the whole content of a cell, without `NoWrap`. */
const bareDate = [
  /cell: \([^=]*\) => (?:\([^<]*)?(?:moment|momentIn|day)\(/,
  /<Table\.Td[^>]*>\s*\{(?:moment|momentIn|day)\(/,
];

test('dates in tables stay on one line', () => {
  const files = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));
  const wrapping = files.filter((path) => {
    const source = readFileSync(join(features, path), 'utf8');
    return bareDate.some((cell) => cell.test(source));
  });
  expect(files.length).toBeGreaterThan(300);
  expect(wrapping).toEqual([]);
});
