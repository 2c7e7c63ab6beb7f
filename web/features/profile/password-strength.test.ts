import { expect, test } from 'vitest';
import { strengthOf } from './password-strength.ts';

test('what is too short, repeats or runs through the alphabet is weak', () => {
  for (const weak of ['short', 'aaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '123456789012'])
    expect(strengthOf(weak)).toBeLessThan(2);
});

test('length and variety make it strong', () => {
  expect(strengthOf('correct horse battery staple')).toBe(4);
  expect(strengthOf('kT7!wq2#Vz9b')).toBeGreaterThanOrEqual(3);
});
