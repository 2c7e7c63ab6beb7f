import { randomLetters } from '#server/kernel/keys.ts';

/** Unguessable: pages are opened by these ids alone. */
const letters = 32;

/** A new id of the sandbox, such as `cus_…`. */
export const newId = (prefix: string): string => `${prefix}_${randomLetters(letters)}`;
