import { expect, it } from 'vitest';
import type { StationKey } from '#contract/rules/keys.ts';
import { passwordMark, readStudioToken, signStudioToken, type StudioClaims } from './studio-token.ts';

const secret = 'a secret of both sides';
const claims: StudioClaims = {
  station: `s-${'1'.repeat(22)}` as StationKey,
  name: 'Anna Berg',
  presenter: null,
  origin: 'https://portal.test',
  password: passwordMark(secret, 'sesame'),
  expires: 1000,
};

it('is read with the secret that signed it, and with no other', () => {
  const token = signStudioToken(secret, claims);
  expect(readStudioToken(secret, token)).toEqual(claims);
  expect(readStudioToken('another secret', token)).toBeUndefined();
});

it('is worth nothing once a letter of it is changed, and never throws', () => {
  const token = signStudioToken(secret, claims);
  for (let at = 0; at < token.length - 1; at++) {
    const changed = `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
    expect(readStudioToken(secret, changed)).toBeUndefined();
  }
  for (const garbage of ['', '.', '..', 'a.b', `${token}.`, `${token}.x`, '\u0000.\u0000', 'null.null'])
    expect(readStudioToken(secret, garbage)).toBeUndefined();
});

it('names a password without containing it', () => {
  expect(passwordMark(secret, 'sesame')).not.toBe(passwordMark(secret, 'sesame2'));
  expect(signStudioToken(secret, claims)).not.toContain('sesame');
});
