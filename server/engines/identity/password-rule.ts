import { limits } from '#contract/rules/limits.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { Estimate } from './password-rule.worker.ts';

export const passwordBounds = { min: limits.passwordMin, max: limits.passwordMax } as const;

/** The person and brand, whose words must not make up the password. */
export type PasswordOwner = { email: string; first_name: string; last_name: string; brand: string };

/** The minimum number of guesses by an attacker who knows common passwords and patterns. */
const minGuesses = 1e8;
/** Characters that are estimated: estimates of long texts are slow, and the rest only makes a password stronger. */
const estimatedLength = 24;
/** 24 digits and symbols that each substitute several letters take a second to estimate. */
const bounds = { cpuMs: 4000, memoryMb: 256 };
const threads = fairQueue(1);
const estimator = new URL('password-rule.worker.ts', import.meta.url);
const minOwnCharacters = 6;
const minWordLength = 3;

/**
 * The problem with a new password, or undefined: too short or long, common among leaked ones, made up of the person's
 * or brand's words, repeated, or a row of keys. The single rule wherever a password is chosen. Estimates run in a
 * limited thread, one at a time, fairly among values of `from` (a network or person): check a rate limit first.
 */
export const passwordProblem = async (
  password: string,
  owner: PasswordOwner,
  from: string,
): Promise<string | undefined> => {
  const length = [...password].length;
  if (length < passwordBounds.min) return `Use at least ${String(passwordBounds.min)} characters.`;
  if (password.length > passwordBounds.max) return `Use at most ${String(passwordBounds.max)} characters.`;
  const words = wordsOf(owner);
  if (isMadeOf(password, words)) return 'Use more than your name, your e-mail or the name of this portal.';
  return threads.run(from, () => guessProblem(password.normalize('NFKC').slice(0, estimatedLength), words));
};

/** Longest first, so that a shorter word does not split a longer one. */
const wordsOf = ({ email, first_name, last_name, brand }: PasswordOwner): string[] =>
  [...new Set([email, ...[email, first_name, last_name, brand].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= minWordLength)
    .sort((a, b) => b.length - a.length);

const isMadeOf = (password: string, words: readonly string[]): boolean => {
  const typed = password.normalize('NFKC').toLowerCase();
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), typed);
  return rest !== typed && rest.replaceAll(/[^\p{L}\p{N}]/gu, '').length < minOwnCharacters;
};

const guessProblem = async (password: string, words: string[]): Promise<string | undefined> => {
  const outcome = await inThread<Estimate>(estimator, { password, words }, bounds);
  if ('exceeded' in outcome) return 'This password could not be checked. Choose one with fewer digits and symbols.';
  const { guesses, sequence } = outcome.result;
  if (guesses >= minGuesses) return undefined;
  const [longest] = [...sequence].sort((a, b) => b.token.length - a.token.length);
  if (longest?.token === password && longest.dictionary_name === 'passwords')
    return 'This password is among the most common ones. Choose another.';
  if (longest && patterns.includes(longest.pattern))
    return 'This password repeats itself or follows a row of keys. Choose another.';
  if (longest?.dictionary_name === 'passwords') return 'This password is a variation of a common one. Choose another.';
  return 'This password is easy to guess. A few unrelated words make a good one.';
};
const patterns = ['repeat', 'sequence', 'spatial'];
