import * as z from 'zod/mini';
import { limits } from '../rules/limits.ts';

/** A tag of tracks in a station's library, in lower case: `jazz`, `night`. */
export const TrackTag = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Please enter a tag.'),
    z.maxLength(40, 'At most 40 characters.'),
    z.regex(/^[^,\p{Cc}\p{Cs}]*$/u, 'Tags have no commas and line breaks.'),
  );

/** Tags, each once. */
export const TrackTags = z.array(TrackTag).check(z.maxLength(limits.trackTags, `At most ${limits.trackTags} tags.`));
