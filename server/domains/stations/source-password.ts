import { randomLetters } from '#server/kernel/keys.ts';

const letters = 16;

/** A new password for a station's encoder. */
export const newPassword = (): string => randomLetters(letters);

const secretLetters = 22;

/** A new secret by which an Icecast that relays a station reports its listeners (128 bits). */
export const newRelaySecret = (): string => randomLetters(secretLetters);
