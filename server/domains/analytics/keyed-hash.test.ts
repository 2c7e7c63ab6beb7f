import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyedHash } from './keyed-hash.ts';

it.each(['', 'k', 'x'.repeat(43), 'y'.repeat(64), 'z'.repeat(65), 'z'.repeat(500), 'Schlüssel', '\u0000\u007f'])(
  'is what HMAC-SHA256 begins with, under the key %j',
  (key) => {
    const hash = keyedHash(key);
    for (const text of ['', '8.8.8.8\nVLC', 'a'.repeat(1000), 'ü\n日本\u{1F600}', 'torn \ud800', '\u0000'])
      expect(hash(text)).toBe(createHmac('sha256', key).update(text).digest().readBigUInt64BE());
  },
);
