import { limits } from '#contract/rules/limits.ts';

export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * Rates how hard a password is to guess, 0 to 4, by the bits of its random choices; repeated and alphabetical
 * characters add little. A password below the minimum length is always 0.
 */
export const strengthOf = (password: string): Strength => {
  const letters = [...password];
  if (letters.length < limits.passwordMin) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const pool = [26, 40, 62, 90][kinds - 1] ?? 26;
  const unpredictable = letters.filter((letter, i) => i === 0 || !follows(letters[i - 1] ?? '', letter)).length;
  const bits = Math.min(unpredictable, new Set(letters).size * 2) * Math.log2(pool);
  const steps = [28, 45, 60, 80];
  return steps.filter((step) => bits >= step).length as Strength;
};

/** Whether a letter repeats the previous one or is its neighbour in the alphabet. */
const follows = (previous: string, letter: string): boolean =>
  Math.abs((letter.codePointAt(0) ?? 0) - (previous.codePointAt(0) ?? 0)) <= 1;
