import { randomBytes } from 'node:crypto';
import { keyPrefix, type KeyTypes, type Resource } from '#contract/rules/keys.ts';

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const letters = 22;

/** A new key of a resource: its letter, a dash, 22 random letters of base58 (128 bits). */
export const newKey = <R extends Resource>(resource: R): KeyTypes[R] =>
  `${keyPrefix[resource]}-${randomLetters(letters)}` as KeyTypes[R];

/** Random base58 characters, uniformly distributed: passwords, task IDs, tokens. */
export const randomLetters = (count: number): string => {
  let found = '';
  while (found.length < count)
    for (const byte of randomBytes(count * 2)) {
      // 232 = 4 × 58: larger bytes would favour the first characters.
      if (byte < 232 && found.length < count) found += alphabet[byte % 58];
    }
  return found;
};
