import { randomLetters } from '#server/kernel/keys.ts';

const letters = 16;

/** A random password for a station's encoder. */
export const newPassword = (): string => randomLetters(letters);

const secretLetters = 22;

/** A random 128-bit secret with which an external Icecast relay reports its listeners. */
export const newRelaySecret = (): string => randomLetters(secretLetters);
