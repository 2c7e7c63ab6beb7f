import { randomLetters } from '#server/kernel/keys.ts';

const letters = 16;

/** A new password for a station's encoder. */
export const newPassword = (): string => randomLetters(letters);
