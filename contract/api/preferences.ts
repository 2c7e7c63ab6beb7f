import * as z from 'zod/mini';
import { limits } from '../rules/limits.ts';
import { text } from '../rules/listing.ts';

/** The user's display preferences, on all devices. */
export const Preferences = z.object({
  theme: z.enum(['auto', 'light', 'semi-dark', 'dark']),
  direction: z.enum(['ltr', 'rtl']),
  /** Pinned pages; the first 10 are listed separately (spec §9). */
  starred: z
    .array(
      z.object({
        path: text(300).check(z.regex(/^\/(?!\/)[^\s\\]*$/, 'Not a page of this portal.')),
        title: text(120),
      }),
    )
    .check(z.maxLength(limits.maxStarred)),
  /** The latest changelog entry that the user has seen. */
  changelog: text(60),
});
export type Preferences = z.infer<typeof Preferences>;
