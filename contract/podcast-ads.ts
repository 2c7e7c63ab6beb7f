import * as z from 'zod/mini';
import { AdMarker } from './ad-markers.ts';
import { endpoint } from './http.ts';
import { PodcastAdsSettings } from './portal-settings.ts';

/* Where spots may stand in a podcast: what its owner wants, within what the portal allows. */

const { pre_roll, mid_roll, post_roll } = PodcastAdsSettings.shape;
const Seconds = z.number().check(z.gte(0), z.lte(12 * 3600));

/** Where spots within an episode stand: where chapters begin, every so many minutes, or where somebody put them. */
const midRules = ['chapters', 'interval', 'manual'] as const;

export const PodcastAds = z.object({
  /** Its owner's word; an opt-out counts where the portal allows it. */
  enabled: z.boolean(),
  pre_roll,
  mid_roll,
  post_roll,
  mid_rule: z.enum(midRules),
  interval_minutes: z.number().check(z.int(), z.gte(1), z.lte(240)),
});
export type PodcastAds = z.infer<typeof PodcastAds>;

/** What the portal allows every podcast. */
export const AdBounds = z.pick(PodcastAdsSettings, {
  enabled: true,
  pre_roll: true,
  mid_roll: true,
  post_roll: true,
  minutes_between: true,
  opt_out_allowed: true,
});
export type AdBounds = z.infer<typeof AdBounds>;

const PodcastAdsReply = z.object({ ...PodcastAds.shape, bounds: AdBounds });

/** What one episode does otherwise than its podcast; `mid` are seconds of what is delivered. */
export const EpisodeAds = z.object({
  opt_out: z.boolean(),
  own: z.nullable(z.object({ pre_roll, post_roll, mid: z.array(Seconds).check(z.maxLength(50)) })),
});
export type EpisodeAds = z.infer<typeof EpisodeAds>;

const EpisodeAdsReply = z.object({
  ...EpisodeAds.shape,
  podcast: PodcastAds,
  bounds: AdBounds,
  /** Seconds of what is delivered; 0 without audio. */
  duration: z.number(),
  /** Where spots would be heard by all of this. */
  markers: z.array(AdMarker),
});
export type EpisodeAdsReply = z.infer<typeof EpisodeAdsReply>;

export const podcastAds = {
  get: endpoint('GET podcasts/{key}/ad-settings', {
    flag: 'podcastAds',
    access: 'podcast.read',
    summary: 'Where spots may stand in the episodes of a podcast',
    returns: PodcastAdsReply,
    spec: 'own',
  }),
  set: endpoint('PUT podcasts/{key}/ad-settings', {
    flag: 'podcastAds',
    access: 'podcast.update',
    summary: 'Say where spots may stand in the episodes of a podcast',
    body: PodcastAds,
    returns: PodcastAdsReply,
    spec: 'own',
  }),
  episode: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/ad-markers', {
    flag: 'podcastAds',
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'Where spots stand in an episode',
    returns: EpisodeAdsReply,
    spec: 'own',
  }),
  setEpisode: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/ad-markers', {
    flag: 'podcastAds',
    access: { 'path.podcastKey': 'podcast.update', 'path.episodeKey': 'episode.write' },
    summary: 'Say where spots stand in an episode, or that it has none',
    body: EpisodeAds,
    returns: EpisodeAdsReply,
    spec: 'own',
  }),
};
