import * as z from 'zod/mini';
import { AdMarker } from './ad-markers.ts';
import { endpoint } from './http.ts';
import { PodcastAdsSettings } from './portal-settings.ts';

/* Ad breaks of a podcast: the owner's settings, within the portal's limits. */

const { pre_roll, mid_roll, post_roll } = PodcastAdsSettings.shape;
const Seconds = z.number().check(z.gte(0), z.lte(12 * 3600));

/** Where mid-rolls play: at chapters, at fixed intervals, or at positions set by hand. */
const midRules = ['chapters', 'interval', 'manual'] as const;

export const PodcastAds = z.object({
  /** The owner's choice; an opt-out counts only if the portal allows it. */
  enabled: z.boolean(),
  pre_roll,
  mid_roll,
  post_roll,
  mid_rule: z.enum(midRules),
  interval_minutes: z.number().check(z.int(), z.gte(1), z.lte(240)),
});
export type PodcastAds = z.infer<typeof PodcastAds>;

/** The portal's limits for every podcast. */
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

/** An episode's settings that override its podcast's; `mid` in seconds of the delivered audio. */
export const EpisodeAds = z.object({
  opt_out: z.boolean(),
  own: z.nullable(z.object({ pre_roll, post_roll, mid: z.array(Seconds).check(z.maxLength(50)) })),
});
export type EpisodeAds = z.infer<typeof EpisodeAds>;

const EpisodeAdsReply = z.object({
  ...EpisodeAds.shape,
  podcast: PodcastAds,
  bounds: AdBounds,
  /** Seconds of the delivered audio; 0 without audio. */
  duration: z.number(),
  /** The resulting breaks. */
  markers: z.array(AdMarker),
});
export type EpisodeAdsReply = z.infer<typeof EpisodeAdsReply>;

export const podcastAds = {
  get: endpoint('GET podcasts/{key}/ad-settings', {
    flag: 'podcastAds',
    access: 'podcast.read',
    summary: 'The ad settings of a {podcast}',
    returns: PodcastAdsReply,
    spec: 'own',
  }),
  set: endpoint('PUT podcasts/{key}/ad-settings', {
    flag: 'podcastAds',
    access: 'podcast.update',
    summary: 'Change the ad settings of a {podcast}',
    body: PodcastAds,
    returns: PodcastAdsReply,
    spec: 'own',
    changes: ['podcasts/{key}/episodes/*/ad-markers'],
  }),
  episode: endpoint('GET podcasts/{podcastKey}/episodes/{episodeKey}/ad-markers', {
    flag: 'podcastAds',
    access: { 'path.podcastKey': 'podcast.read', 'path.episodeKey': 'episode.read' },
    summary: 'The ad settings and breaks of an episode',
    returns: EpisodeAdsReply,
    spec: 'own',
  }),
  setEpisode: endpoint('PUT podcasts/{podcastKey}/episodes/{episodeKey}/ad-markers', {
    flag: 'podcastAds',
    access: { 'path.podcastKey': 'podcast.update', 'path.episodeKey': 'episode.write' },
    summary: 'Change the ad settings of an episode, or opt it out',
    body: EpisodeAds,
    returns: EpisodeAdsReply,
    spec: 'own',
    changes: { none: 'The page caches the reply.' },
  }),
};
