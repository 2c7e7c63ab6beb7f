import * as z from 'zod/mini';
import { distributionPlatforms } from './distribution-platforms.ts';
import { endpoint } from './http.ts';
import { PodcastKey } from './keys.ts';
import { webAddress } from './web-address.ts';

/*
 * Where a podcast can be heard. No directory tells the public how it is heard there: what is known is whether it was
 * submitted, and whether its listing was seen.
 */

const PlatformId = z.enum(
  distributionPlatforms.map(({ id }) => id),
  'There is no such platform.',
);

/**
 * not_submitted → submitted → listed. `unchecked`: its owner named the address, and what is there could not be seen.
 * `refuted`: what is there is not this podcast, or nothing is.
 */
const distributionStates = ['not_submitted', 'submitted', 'unchecked', 'refuted', 'listed'] as const;

export const PlatformState = z.object({
  platform: z.string(),
  state: z.enum(distributionStates),
  /** The listing's address; '' where none is known. */
  url: z.string(),
  /** When it was last looked for, and what came of it, for a person to read. */
  checked: z.nullable(z.string()),
  finding: z.string(),
  /** The page that submits it, with the feed's address filled in. */
  submit_url: z.string(),
});
export type PlatformState = z.infer<typeof PlatformState>;

export const Distribution = z.object({
  feed_url: z.string(),
  platforms: z.array(PlatformState),
});
export type Distribution = z.infer<typeof Distribution>;

/** What the owner says of a platform: it was submitted there, or its listing's address; '' takes the address away. */
const Said = z.object({
  platform: PlatformId,
  submitted: z.optional(z.boolean()),
  url: z.optional(webAddress('address')),
});
export const ChangedDistribution = z.object({
  platforms: z.array(Said).check(z.minLength(1), z.maxLength(distributionPlatforms.length)),
});
export type ChangedDistribution = z.infer<typeof ChangedDistribution>;

export const distribution = {
  get: endpoint('GET podcasts/{key}/distributionPlatforms', {
    access: 'podcast.read',
    summary: 'Where a podcast was submitted and where it is listed',
    returns: Distribution,
  }),
  set: endpoint('PUT podcasts/{key}/distributionPlatforms', {
    access: 'podcast.update',
    summary: 'Say that it was submitted, or where it is listed; a new address is looked at before this answers',
    body: ChangedDistribution,
    returns: Distribution,
    rateLimit: { max: 120, seconds: 3600 },
  }),
  check: endpoint('POST podcasts/{key}/distributionPlatforms/{platform}/check', {
    access: { 'path.key': 'podcast.update' },
    params: { key: PodcastKey, platform: PlatformId },
    summary: 'Look for the listing now',
    returns: PlatformState,
    rateLimit: { max: 120, seconds: 3600 },
    audit: false,
    spec: 'own',
  }),
};
