import { randomUUID } from 'node:crypto';
import { getCompileCacheDir } from 'node:module';
import { expect, test } from 'vitest';
import { derivedText } from './derived-text.ts';

test.runIf(getCompileCacheDir())(
  'derives a text once for each source and each way, and gives the same from then on',
  () => {
    const source = randomUUID();
    let calls = 0;
    const upper = (text: string): string => (calls++, text.toUpperCase());
    expect([1, 2, 3].map(() => derivedText('upper', source, upper))).toEqual(Array(3).fill(source.toUpperCase()));
    expect(calls).toBe(1);
    expect(derivedText('twice', source, (text) => text + text)).toBe(source + source);
    expect(derivedText('upper', `${source}a`, upper)).toBe(`${source}a`.toUpperCase());
  },
);
