import * as z from 'zod/mini';
import { distributionPlatforms } from '../rules/distribution-platforms.ts';
import { endpoint } from './http.ts';
import { PodcastKey } from '../rules/keys.ts';
import { webAddress } from '../rules/web-address.ts';

/*
 * Where a podcast is listed. Directories publish no audience figures; we know whether the podcast was submitted and
 * whether its listing was found.
 */

const PlatformId = z.enum(
  distributionPlatforms.map(({ id }) => id),
  'Unknown platform.',
);

/**
 * not_submitted → submitted → listed. `unchecked`: the owner entered the URL, but the listing could not be checked.
 * `refuted`: the URL leads to another podcast, or to nothing.
 */
const distributionStates = ['not_submitted', 'submitted', 'unchecked', 'refuted', 'listed'] as const;

export const PlatformState = z.object({
  platform: z.string(),
  state: z.enum(distributionStates),
  /** The listing's URL; '' if unknown. */
  url: z.string(),
  /** When the listing was last checked, and the result as a text for users. */
  checked: z.nullable(z.string()),
  finding: z.string(),
  /** The submission page, with the feed URL filled in. */
  submit_url: z.string(),
});
export type PlatformState = z.infer<typeof PlatformState>;

export const Distribution = z.object({
  feed_url: z.string(),
  platforms: z.array(PlatformState),
});
export type Distribution = z.infer<typeof Distribution>;

/**
 * The owner's entry for a platform: whether the podcast was submitted there, or its listing's URL; '' removes the URL.
 */
const PlatformChange = z.object({
  platform: PlatformId,
  submitted: z.optional(z.boolean()),
  url: z.optional(webAddress('URL')),
});
export const ChangedDistribution = z.object({
  platforms: z.array(PlatformChange).check(z.minLength(1), z.maxLength(distributionPlatforms.length)),
});
export type ChangedDistribution = z.infer<typeof ChangedDistribution>;

export const distribution = {
  get: endpoint('GET podcasts/{key}/distributionPlatforms', {
    access: 'podcast.read',
    summary: 'Where a {podcast} was submitted and where it is listed',
    returns: Distribution,
  }),
  set: endpoint('PUT podcasts/{key}/distributionPlatforms', {
    access: 'podcast.update',
    summary: "Record a submission or a listing's URL; a new URL is checked before the reply",
    body: ChangedDistribution,
    returns: Distribution,
    rateLimit: { max: 120, seconds: 3600 },
    changes: { none: 'The page caches the reply.' },
  }),
  check: endpoint('POST podcasts/{key}/distributionPlatforms/{platform}/check', {
    access: { 'path.key': 'podcast.update' },
    params: { key: PodcastKey, platform: PlatformId },
    summary: 'Look for the listing now',
    returns: PlatformState,
    rateLimit: { max: 120, seconds: 3600 },
    audit: false,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};
