import { expect, test } from 'vitest';
import type { Identity } from './bearer.ts';
import { cacheVerified } from './verified-tokens.ts';

const minute = 60_000;

/** A verifier with a manual clock that counts its calls; it refuses tokens named `bad`. */
const counting = (expiresAt: number) => {
  const verifiedTokens: string[] = [];
  let now = 0;
  const verify = cacheVerified(
    (token) => {
      verifiedTokens.push(token);
      if (token === 'bad') return Promise.reject(new Error('refused'));
      return Promise.resolve({ subject: token, expires: new Date(expiresAt) } as Identity);
    },
    () => now,
  );
  return { verifiedTokens, verify, pass: (ms: number) => (now += ms) };
};

test('checks a token once a minute', async () => {
  const { verifiedTokens, verify, pass } = counting(10 * minute);
  expect((await verify('one')).subject).toBe('one');
  expect((await verify('one')).subject).toBe('one');
  expect((await verify('two')).subject).toBe('two');
  expect(verifiedTokens).toEqual(['one', 'two']);
  pass(minute);
  await verify('one');
  expect(verifiedTokens).toEqual(['one', 'two', 'one']);
});

test('checks a token again once it has expired', async () => {
  const { verifiedTokens, verify, pass } = counting(minute / 2);
  await verify('short');
  pass(minute / 2);
  await verify('short');
  expect(verifiedTokens).toEqual(['short', 'short']);
});

test('does not cache refusals', async () => {
  const { verifiedTokens, verify } = counting(minute);
  await expect(verify('bad')).rejects.toThrow('refused');
  await expect(verify('bad')).rejects.toThrow('refused');
  expect(verifiedTokens).toEqual(['bad', 'bad']);
});
