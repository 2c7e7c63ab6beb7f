import { limits } from '#contract/limits.ts';

export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * How hard a password is to guess, 0 to 4, by the bits of choosing its characters at random; what repeats or goes on as
 * in the alphabet counts for little. Too short is always 0.
 */
export const strengthOf = (password: string): Strength => {
  const letters = [...password];
  if (letters.length < limits.passwordMin) return 0;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  const pool = [26, 40, 62, 90][kinds - 1] ?? 26;
  const surprises = letters.filter((letter, i) => i === 0 || !follows(letters[i - 1] ?? '', letter)).length;
  const bits = Math.min(surprises, new Set(letters).size * 2) * Math.log2(pool);
  const steps = [28, 45, 60, 80];
  return steps.filter((step) => bits >= step).length as Strength;
};

/** The same again, or the next in the alphabet. */
const follows = (before: string, letter: string): boolean =>
  Math.abs((letter.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0)) <= 1;
