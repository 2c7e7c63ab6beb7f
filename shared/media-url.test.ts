import { expect, test } from 'vitest';
import { isMediaUrlValid, mediaPath, signMediaUrl } from './media-url.ts';

const secret = 'the token of the engine';
const now = 1_800_000_000_000;
const key = 'renditions/t-1.mp3';

const partsOf = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  const [expires, signature] = [searchParams.get('expires')!, searchParams.get('signature')!];
  return { key: pathname.slice(mediaPath.length), expires, signature };
};

test('a URL opens its file until it expires', () => {
  const url = signMediaUrl(secret, 'https://portal.test', key, now);
  expect(url.startsWith(`https://portal.test/engine-media/${key}?`)).toBe(true);
  const parts = partsOf(url);
  expect(isMediaUrlValid(secret, parts, now)).toBe(true);
  expect(isMediaUrlValid(secret, parts, now + 599_000)).toBe(true);
  expect(isMediaUrlValid(secret, parts, now + 600_000)).toBe(false);
});

test('another file, another time and another secret need another signature', () => {
  const parts = partsOf(signMediaUrl(secret, 'https://portal.test', key, now));
  expect(isMediaUrlValid(secret, { ...parts, key: 'renditions/t-2.mp3' }, now)).toBe(false);
  expect(isMediaUrlValid(secret, { ...parts, expires: String(now + 900_000) }, now)).toBe(false);
  expect(isMediaUrlValid('the token of another engine', parts, now)).toBe(false);
  for (const signature of ['', 'x', parts.signature.slice(1)])
    expect(isMediaUrlValid(secret, { ...parts, signature }, now)).toBe(false);
});

test('a URL that would be valid for days is refused', () => {
  const parts = partsOf(signMediaUrl(secret, 'https://portal.test', key, now + 86_400_000));
  expect(isMediaUrlValid(secret, parts, now)).toBe(false);
});
