import type * as z from 'zod/mini';
import { markersOf, markerProblem, type AdMarker } from '#contract/api/ad-markers.ts';
import type { EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import {
  AdBounds,
  type EpisodeAds,
  type EpisodeAdsReply,
  type PodcastAds,
  type podcastAds as calls,
} from '#contract/api/podcast-ads.ts';
import { podcastAds as portalAds } from '#server/platform/settings.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Db, Kernel } from '#server/kernel/kernel.ts';
import {
  findAdsOfEpisodes,
  findEpisodeAds,
  findTimeline,
  findPodcastAds,
  saveEpisodeAds,
  savePodcastAds,
} from './podcast-ads.repo.ts';

type Deps = Pick<Kernel, 'db' | 'clock'>;
type PodcastAdsReply = z.output<typeof calls.get.spec.returns>;

/**
 * A podcast's ad settings: the owner's, limited to what the portal allows, or the portal's defaults if none were saved.
 */
export const adsOf = async (db: Db, podcast: PodcastKey): Promise<PodcastAdsReply> => {
  const bounds = AdBounds.parse(await portalAds(db));
  const saved = await findPodcastAds(db, podcast);
  return { ...(saved ? within(saved, bounds) : byPortal(bounds)), bounds };
};

/**
 * Changes a podcast's ad settings. Refuses counts over the portal's limits by field, and opting out if that isn't
 * allowed.
 */
export const changeAds = async (
  { db, clock }: Deps,
  podcast: PodcastKey,
  ads: PodcastAds,
): Promise<PodcastAdsReply> => {
  const { bounds, enabled } = await adsOf(db, podcast);
  if (!ads.enabled && enabled && !bounds.opt_out_allowed) refuse('podcastAds.optOutNotAllowed');
  const wrong = (['pre_roll', 'mid_roll', 'post_roll'] as const).find((name) => ads[name] > bounds[name]);
  if (wrong) refuse('request.invalid', {}, { [wrong]: `At most ${String(bounds[wrong])}.` });
  if (ads.mid_rule === 'interval' && ads.interval_minutes < bounds.minutes_between)
    refuse('request.invalid', {}, { interval_minutes: `At least ${String(bounds.minutes_between)} minutes.` });
  await savePodcastAds(db, podcast, ads, clock.now());
  return await adsOf(db, podcast);
};

/** An episode's markers with the settings they follow from. */
export const episodeAdsOf = async (db: Db, podcast: PodcastKey, episode: EpisodeKey): Promise<EpisodeAdsReply> => {
  const { bounds, ...ads } = await adsOf(db, podcast);
  const timeline = (await findTimeline(db, episode)) ?? refuse('episode.notFound');
  const own = (await findEpisodeAds(db, episode)) ?? { opt_out: false, own: null };
  const markers = markersOf({ podcast: ads, bounds, episode: timeline, own });
  return { ...own, podcast: ads, bounds, duration: timeline.duration, markers };
};

/** The markers of many episodes, by episode; those that are gone have none. */
export const markersOfEpisodes = async (
  db: Db,
  episodes: readonly EpisodeKey[],
): Promise<Map<EpisodeKey, AdMarker[]>> => {
  const bounds = AdBounds.parse(await portalAds(db));
  const rows = await findAdsOfEpisodes(db, episodes);
  return new Map(
    rows.map(({ key, timeline, podcast, own }) => [
      key,
      markersOf({ podcast: podcast ? within(podcast, bounds) : byPortal(bounds), bounds, episode: timeline, own }),
    ]),
  );
};

/** Changes an episode's own markers. Refuses mid-rolls that are too close together, by field `own.mid.{n}`. */
export const changeEpisodeAds = async (
  { db, clock }: Deps,
  podcast: PodcastKey,
  episode: EpisodeKey,
  ads: EpisodeAds,
): Promise<EpisodeAdsReply> => {
  const before = await episodeAdsOf(db, podcast, episode);
  const { bounds } = before;
  if (ads.opt_out && !before.opt_out && !bounds.opt_out_allowed) refuse('podcastAds.optOutNotAllowed');
  if (ads.own) checkMarkers(ads.own, before);
  const own = ads.own && { ...ads.own, mid: [...ads.own.mid].sort((a, b) => a - b) };
  await saveEpisodeAds(db, episode, { ...ads, own }, clock.now());
  return await episodeAdsOf(db, podcast, episode);
};

const checkMarkers = (own: NonNullable<EpisodeAds['own']>, { bounds, duration }: EpisodeAdsReply): void => {
  for (const name of ['pre_roll', 'post_roll'] as const)
    if (own[name] > bounds[name])
      refuse('request.invalid', {}, { [`own.${name}`]: `At most ${String(bounds[name])}.` });
  if (own.mid.length > bounds.mid_roll)
    refuse('request.invalid', {}, { 'own.mid': `At most ${String(bounds.mid_roll)}.` });
  own.mid.forEach((_, i) => {
    const wrong = markerProblem(own.mid, i, { bounds, duration });
    if (wrong !== undefined) refuse('request.invalid', {}, { [`own.mid.${String(i)}`]: wrong });
  });
};

/** The defaults for a podcast without settings of its own. */
const byPortal = ({ pre_roll, mid_roll, post_roll, minutes_between }: AdBounds): PodcastAds => ({
  enabled: true,
  pre_roll,
  mid_roll,
  post_roll,
  mid_rule: 'chapters',
  interval_minutes: Math.max(15, minutes_between),
});

const within = (saved: PodcastAds, bounds: AdBounds): PodcastAds => ({
  ...saved,
  enabled: saved.enabled || !bounds.opt_out_allowed,
  pre_roll: Math.min(saved.pre_roll, bounds.pre_roll),
  mid_roll: Math.min(saved.mid_roll, bounds.mid_roll),
  post_roll: Math.min(saved.post_roll, bounds.post_roll),
  interval_minutes: Math.max(saved.interval_minutes, bounds.minutes_between),
});
