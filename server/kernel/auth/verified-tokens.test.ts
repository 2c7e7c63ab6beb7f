import { expect, test } from 'vitest';
import type { Identity } from './bearer.ts';
import { rememberVerified } from './verified-tokens.ts';

const minute = 60_000;

/** A verifier of a minute hand that counts what reaches it; tokens named `bad` are refused. */
const counting = (expiresAt: number) => {
  const asked: string[] = [];
  let now = 0;
  const verify = rememberVerified(
    (token) => {
      asked.push(token);
      if (token === 'bad') return Promise.reject(new Error('refused'));
      return Promise.resolve({ subject: token, expires: new Date(expiresAt) } as Identity);
    },
    () => now,
  );
  return { asked, verify, pass: (ms: number) => (now += ms) };
};

test('checks a token once a minute', async () => {
  const { asked, verify, pass } = counting(10 * minute);
  expect((await verify('one')).subject).toBe('one');
  expect((await verify('one')).subject).toBe('one');
  expect((await verify('two')).subject).toBe('two');
  expect(asked).toEqual(['one', 'two']);
  pass(minute);
  await verify('one');
  expect(asked).toEqual(['one', 'two', 'one']);
});

test('checks a token again once it has expired', async () => {
  const { asked, verify, pass } = counting(minute / 2);
  await verify('short');
  pass(minute / 2);
  await verify('short');
  expect(asked).toEqual(['short', 'short']);
});

test('keeps no refusal', async () => {
  const { asked, verify } = counting(minute);
  await expect(verify('bad')).rejects.toThrow('refused');
  await expect(verify('bad')).rejects.toThrow('refused');
  expect(asked).toEqual(['bad', 'bad']);
});
