import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('rates short, repetitive and alphabetical passwords as weak', () => {
  for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '123456789012'])
    expect(strengthOf(weak)).toBeLessThan(2);
});

test('rates long or varied passwords as strong', () => {
  expect(strengthOf('correct horse battery staple')).toBe(4);
  expect(strengthOf('kT7!wq2#Vz9b')).toBeGreaterThanOrEqual(3);
});
