import type { AdMarker } from '#contract/api/ad-markers.ts';
import type { AdReason } from '#contract/rules/ad-reasons.ts';
import type { AdPosition } from '#contract/rules/ad-rules.ts';
import type { CampaignKey, EpisodeKey, PodcastKey } from '#contract/rules/keys.ts';
import type { SpotFile } from '#contract/engine/engine-ads.ts';
import { limits } from '#contract/rules/limits.ts';
import type { PodcastAgent } from '#server/engines/agents/port.ts';
import type { Place } from '#server/engines/geo/port.ts';
import type { EpisodeIndex, EpisodeStitcher } from '#server/engines/audio/port.ts';
import type { PinnedSpot } from '#server/domains/podcasts/delivery/arranged.service.ts';
import { choose, type Heard } from '#shared/ads/choose.ts';
import type { Candidate } from '#shared/ads/plan.ts';
import type { Facts } from '#shared/ads/rules.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import type { ArrangedBreak } from './layout.ts';
import type { PodcastPlan } from './podcast-plan.ts';
import type { EpisodeRow } from './podcast-spots.repo.ts';

/** An episode in which spots can play, with its breaks. */
export type OpenEpisode = {
  key: EpisodeKey;
  podcast: PodcastKey;
  row: EpisodeRow;
  index: EpisodeIndex;
  markers: readonly AdMarker[];
};

export type ChoosingListener = {
  agent: PodcastAgent;
  /** Undefined where no rule compares places. */
  place: Place | undefined;
  heard: readonly Heard[];
};

type Deps = {
  stitcher: EpisodeStitcher;
  now: number;
  take(campaign: string): string | undefined;
  random?: () => number;
};

/** The campaigns that may play at each position of an episode. */
export type Candidates = Readonly<Record<AdPosition, readonly Candidate[]>>;

/**
 * The campaigns that may play in an episode for a listener: those of its account and of the network, those that name
 * stations only in podcasts of these. What its station blocks is withheld.
 */
export const candidatesOf = (
  { plan, rows }: PodcastPlan,
  episode: OpenEpisode,
  listener: ChoosingListener,
  now: number,
): Candidates => {
  const inReach = [...rows.values()].filter((row) => isInReach(row, episode.row));
  const [withheld, admitted] = [true, false].map((blocked) =>
    inReach.filter((row) => isBlocked(row, episode.row) === blocked).map(({ key }) => key),
  ) as [CampaignKey[], CampaignKey[]];
  const reason = 'blocked' as const;
  const admits = { campaigns: admitted, withheld: withheld.map((campaign) => ({ campaign, reason })) };
  const facts = factsOf(episode, listener);
  const at = (position: AdPosition): readonly Candidate[] =>
    inReach.length === 0 ? [] : plan.candidates(admits, { ...facts, position: [position] }, now);
  return { pre: at('pre'), mid: at('mid'), post: at('post') };
};

/** What of an episode decides which campaigns may play in it. */
export type EpisodeReach = Omit<EpisodeRow, 'index'>;

/** Whether a campaign is for podcasts of this account and station. */
export const isInReach = (campaign: PlanCampaignRow, { account, station }: EpisodeReach): boolean =>
  (campaign.stations.length === 0 || (station !== null && campaign.stations.includes(station))) &&
  (campaign.network || campaign.account_key === account);

/** Whether the station of the podcast blocks it. */
export const isBlocked = ({ account_key, category, advertiser }: PlanCampaignRow, row: EpisodeReach): boolean =>
  account_key !== row.account &&
  (row.blocked_categories.includes(category) ||
    row.blocked_advertisers.some((name) => name.toLowerCase() === advertiser.toLowerCase()));

const factsOf = ({ key, podcast, row }: OpenEpisode, { agent, place }: ChoosingListener): Omit<Facts, 'position'> => {
  const known = place && [place.country, place.region, place.city];
  const unknown = known?.indexOf('') ?? -1;
  return {
    location: known?.slice(0, unknown < 0 ? 3 : unknown),
    station: row.station === null ? [] : [row.station],
    podcast: [podcast, key],
    category: [],
    language: [row.language],
    device: agent.os === '' ? [agent.device] : [agent.device, agent.os],
    player: [agent.app],
    output: ['podcast'],
  };
};

export type ChosenBreaks = {
  breaks: ArrangedBreak[];
  spots: PinnedSpot[];
  /** Why the other campaigns do not play, for each break. */
  reasons: [campaign: PlanCampaignRow, reason: AdReason][];
};

/** Chooses the spots of each break of an episode for one listener, from the beginning on. */
export const chooseBreaks = (
  { plan, settings, rows }: PodcastPlan,
  episode: OpenEpisode,
  listener: ChoosingListener,
  candidates: Candidates,
  { stitcher, now, take, random = Math.random }: Deps,
): ChosenBreaks => {
  const chosen: ChosenBreaks = { breaks: [], spots: [], reasons: [] };
  const session = new Map<string, number>();
  const own: { campaign: CampaignKey; atMs: number }[] = [];
  const fileOf = (spot: string): SpotFile | undefined => fileIn(plan.spots.get(spot)?.files ?? [], episode.index);
  for (const { kind, at, spots: atMost } of episode.markers) {
    // Earlier spots of this episode will be heard before, as long as the episode plays in between.
    const heardHere = own.map(({ campaign, atMs }) => ({ campaign, at: now - (at * 1000 - atMs) }));
    const choice = choose({
      ...{ candidates: candidates[kind], position: kind, atMost, now, draw: random, take, session },
      ms: atMost * limits.adAudioMaxS * 1000,
      timezone: episode.row.timezone ?? 'UTC',
      heard: [...listener.heard, ...heardHere],
      lengthOf: (spot) => msOf(fileOf(spot)),
    });
    for (const [{ key }, reason] of choice.reasons) chosen.reasons.push([rows.get(key)!, reason]);
    if (choice.spots.length === 0) continue;
    const files = choice.spots.map(({ spot }) => fileOf(spot)!);
    chosen.breaks.push({
      frame: kind === 'post' ? episode.index.frames : stitcher.frameAt(episode.index, at * 1000),
      position: kind,
      spots: files.map(({ path, sha256, bytes, frames, duration }) => ({ path, sha256, bytes, frames, duration })),
    });
    for (const { campaign, spot, lease } of choice.spots) {
      own.push({ campaign: campaign.key, atMs: at * 1000 });
      session.set(campaign.key, (session.get(campaign.key) ?? 0) + 1);
      const isOwn = rows.get(campaign.key)?.account_key === episode.row.account;
      const payout = isOwn ? 0 : payoutOf(settings.cpm);
      chosen.spots.push({
        ...{ slot: chosen.spots.length, campaign: campaign.key, creative: spot, lease, position: kind, payout },
      });
    }
  }
  return chosen;
};

/** Micros for one impression; `cpm` is in hundredths of the currency for a thousand. */
const payoutOf = (cpm: number): number => cpm * 10;

const msOf = (file: SpotFile | undefined): number | undefined => file && file.duration / 1000;

/** Spots in an episode need its sample rate and channels; its bit rate may be another. */
const fileIn = (files: readonly SpotFile[], { sampleRate, channels }: EpisodeIndex): SpotFile | undefined =>
  files.find(
    ({ format }) =>
      format.codec === 'mp3' &&
      format.sample_rate === sampleRate &&
      format.channels === channels &&
      format.bitrate === episodeBitrate(channels),
  );

/** The bit rate of spots in podcasts: that of episodes which are encoded here. */
export const episodeBitrate = (channels: number): number => (channels === 1 ? 96_000 : 128_000);
