import type { ClickHouseClient } from '@clickhouse/client';
import type { AdMarker } from '#contract/api/ad-markers.ts';
import { adPositions, type AdPosition } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { markersOfEpisodes } from '#server/domains/podcasts/ads/podcast-ads.service.ts';
import { knownZone } from '#server/kernel/time-zone.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { weekHours } from '../pacing/hours-of-week.ts';
import type { Listening, SupplyCell, SupplySource } from '../pacing/stream-supply.ts';
import type { PlanCampaignRow } from '../plan/plan.repo.ts';
import { isBlocked, isInReach } from './choose-spots.ts';
import {
  downloadedEpisodes,
  downloadHours,
  supplyEpisodes,
  type DownloadHours,
  type GroupedEpisode,
  type SupplyEpisode,
} from './podcast-supply.repo.ts';

type Deps = { db: Db; clickhouse: ClickHouseClient };
type Asked = {
  /** Whose podcasts; all by default. */
  account: AccountKey | undefined;
  campaigns: readonly PlanCampaignRow[];
  /** Whether rules name targets of this type. */
  isAsked: (type: 'station' | 'podcast' | 'language') => boolean;
};

/** Episodes whose downloads can be added up, because campaigns and rules can't tell them apart. */
type EpisodeGroup = {
  timezone: string;
  station: string | null;
  podcast: string[];
  language: string;
  campaigns: ReadonlySet<string>;
  /** How many spots a break has room for. */
  room: Record<AdPosition, number>;
  listening: Listening;
};

const atOnce = 1000;

/**
 * The supply of podcasts: the counted downloads of an average week, times the breaks of each episode as its markers are now. A
 * break is an occasion, as in streams.
 */
export const podcastSupply =
  (deps: Deps, { account, campaigns, isAsked }: Asked): SupplySource =>
  async (rules, now) => {
    const { db, clickhouse } = deps;
    const downloaded = await downloadedEpisodes(deps, account, now);
    const keys = downloaded.map(({ episode }) => episode);
    const markers = await markersOfEpisodes(db, keys);
    const about = new Map((await supplyEpisodes(db, keys)).map((row) => [row.key, row]));
    const groups = new Map<string, { g: number; group: EpisodeGroup }>();
    const episodes: GroupedEpisode[] = [];
    const admitted = admission(campaigns);
    for (const { episode, weeks } of downloaded) {
      const row = about.get(episode);
      const breaks = markers.get(episode) ?? [];
      if (!row || breaks.length === 0) continue;
      const alike = {
        timezone: knownZone(row.timezone ?? 'UTC'),
        station: isAsked('station') ? row.station : null,
        podcast: isAsked('podcast') ? [row.podcast, row.key] : [],
        language: isAsked('language') ? row.language : '',
        campaigns: admitted(row),
        room: roomOf(breaks),
      };
      const id = JSON.stringify(alike);
      const known = groups.get(id) ?? {
        g: groups.size,
        group: { ...alike, campaigns: new Set(alike.campaigns), listening: listeningOf(row, breaks) },
      };
      groups.set(id, known);
      const perWeek = (kind: AdPosition): number => breaks.filter((one) => one.kind === kind).length / weeks;
      const each = { pre: perWeek('pre'), mid: perWeek('mid'), post: perWeek('post') };
      episodes.push({ key: row.key, podcast: row.podcast, g: known.g, ...each });
    }
    const byNumber = [...groups.values()].map(({ group }) => group);
    const cells = new Map<string, SupplyCell[]>();
    for (let i = 0; i < episodes.length; i += atOnce)
      for (const row of await downloadHours(clickhouse, episodes.slice(i, i + atOnce), rules, now))
        addRow(cells, byNumber[row.g]!, row);
    return [...cells.values()].flat().filter(({ week }) => Array.from(week).some((occasions) => occasions > 0));
  };

/** The campaigns that may play in an episode, by what is the same for many. */
const admission = (campaigns: readonly PlanCampaignRow[]) => {
  const known = new Map<string, string[]>();
  return (row: SupplyEpisode): string[] => {
    const { account, station, blocked_categories, blocked_advertisers } = row;
    const id = JSON.stringify([account, station, blocked_categories, blocked_advertisers]);
    const found =
      known.get(id) ??
      campaigns.flatMap((one) => (isInReach(one, row) && !isBlocked(one, row) ? [one.key as string] : []));
    known.set(id, found);
    return found;
  };
};

/** How many spots a break of each kind has room for, on average. */
const roomOf = (breaks: readonly AdMarker[]): EpisodeGroup['room'] => {
  const of = (kind: AdPosition): number => {
    const some = breaks.filter((one) => one.kind === kind);
    return Math.max(1, some.reduce((sum, { spots }) => sum + spots, 0) / Math.max(1, some.length));
  };
  return { pre: of('pre'), mid: of('mid'), post: of('post') };
};

/** A download is a session as long as its episode, of which the first of its group stands for all. */
const listeningOf = ({ hours }: SupplyEpisode, breaks: readonly AdMarker[]): Listening => ({
  lengths: [{ n: 1, hours }],
  perHour: hours > 0 ? breaks.filter(({ kind }) => kind === 'mid').length / hours : 0,
  perConnect: breaks.some(({ kind }) => kind === 'pre') ? 1 : 0,
});

const addRow = (cells: Map<string, SupplyCell[]>, group: EpisodeGroup, row: DownloadHours): void => {
  const id = `${String(row.g)} ${row.distinction}`;
  const known = cells.get(id) ?? cellsOf(group, row);
  cells.set(id, known);
  for (const [i, hour] of row.hours.entries())
    for (const { position, week } of known) (week as Float64Array)[hour]! += row[position][i]!;
};

const cellsOf = (group: EpisodeGroup, { example }: DownloadHours): SupplyCell[] => {
  const [country = '', region = '', city = '', device = '', os = '', player = ''] = example;
  return adPositions.map((position) => ({
    week: new Float64Array(weekHours),
    ...{ room: group.room[position], position, timezone: group.timezone, admits: group.campaigns },
    listening: group.listening,
    facts: {
      location: country === '' ? [] : [country, region, city],
      station: group.station === null ? [] : [group.station],
      podcast: group.podcast,
      category: [],
      language: [group.language],
      device: os === '' ? [device] : [device, os],
      player: [player],
      output: ['podcast'],
      position: [position],
    },
  }));
};
