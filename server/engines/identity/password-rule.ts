import { limits } from '#contract/limits.ts';
import { fairQueue } from '#server/kernel/threads/fair-queue.ts';
import { inThread } from '#server/kernel/threads/in-thread.ts';
import type { Estimate } from './password-rule.worker.ts';

export const passwordBounds = { min: limits.passwordMin, max: limits.passwordMax } as const;

/** Whose password it is, and at which portal: their own words make no password. */
export type PasswordOwner = { email: string; first_name: string; last_name: string; brand: string };

/** A guesser who knows the common passwords and patterns needs so many attempts for half of what is refused. */
const fewestGuesses = 1e8;
/** The estimate takes long for long texts; what comes after only makes a password stronger. */
const estimatedLength = 24;
/** Digits and signs that stand for several letters each make a second of work of 24 characters. */
const bounds = { cpuMs: 4000, memoryMb: 256 };
const threads = fairQueue(1);
const estimator = new URL('password-rule.worker.ts', import.meta.url);
const fewestOwnCharacters = 6;
const shortestWord = 3;

/**
 * What is wrong with a new password, or nothing: too short or long, common among leaked ones, of the person's or the
 * brand's own words, repeated, or a row of keys. The one rule wherever a password is chosen. The estimate works in a
 * bounded thread, one at a time and those of `from` (a client's network, a person) by turns with others: count a limit first.
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
  if (isOfWords(password, words)) return 'Use more than your name, your e-mail or the name of this portal.';
  return threads.run(from, () => guessable(password.normalize('NFKC').slice(0, estimatedLength), words));
};

/** Longest first, so that a word is not cut by a shorter one in it. */
const wordsOf = ({ email, first_name, last_name, brand }: PasswordOwner): string[] =>
  [...new Set([email, ...[email, first_name, last_name, brand].flatMap((text) => text.split(/[^\p{L}\p{N}]+/u))])]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= shortestWord)
    .sort((a, b) => b.length - a.length);

const isOfWords = (password: string, words: readonly string[]): boolean => {
  const typed = password.normalize('NFKC').toLowerCase();
  const left = words.reduce((text, word) => text.replaceAll(word, ' '), typed);
  return left !== typed && left.replaceAll(/[^\p{L}\p{N}]/gu, '').length < fewestOwnCharacters;
};

const guessable = async (password: string, words: string[]): Promise<string | undefined> => {
  const outcome = await inThread<Estimate>(estimator, { password, words }, bounds);
  if ('exceeded' in outcome) return 'This password could not be judged. Choose one with fewer digits and signs.';
  const { guesses, sequence } = outcome.result;
  if (guesses >= fewestGuesses) return undefined;
  const [longest] = [...sequence].sort((a, b) => b.token.length - a.token.length);
  if (longest?.token === password && longest.dictionary_name === 'passwords')
    return 'This password is among the most common ones. Choose another.';
  if (longest && patterns.includes(longest.pattern))
    return 'This password repeats itself or follows a row of keys. Choose another.';
  if (longest?.dictionary_name === 'passwords')
    return 'This password is a common one with little added. Choose another.';
  return 'This password is easy to guess. A few unrelated words make a good one.';
};
const patterns = ['repeat', 'sequence', 'spatial'];
