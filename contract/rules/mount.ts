import * as z from 'zod/mini';

/** The name of a station's stream. */
export const Mount = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,100}$/, 'Not a mount.'));
