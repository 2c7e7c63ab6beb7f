import type { AccountKey, PodcastKey } from '#contract/rules/keys.ts';
import type { NowPlaying } from '#contract/api/live.ts';
import type { SiteContent, SitePage } from '#contract/api/site.ts';
import type { SiteBlock } from '#contract/api/site-blocks.ts';
import { publicPartners, type PublicPartner } from '#server/domains/portal/partners.service.ts';
import { stationsByKeys, type StationRow } from '#server/domains/stations/stations.service.ts';
import type { Db } from '#server/kernel/kernel.ts';
import { portalSettings } from '#server/platform/settings.ts';
import * as repo from './site-source.repo.ts';

/** A page of a site to show. */
export type ShownSite = {
  account: AccountKey;
  content: SiteContent;
  page: SitePage;
  /** Its canonical URL, without a final slash. */
  url: string;
  /** What its links begin with: '' at a domain of its own. */
  base: string;
};

/** What the blocks of a page show; each list is empty unless a block needs it. */
export type SiteSource = ShownSite & {
  /** By key: those that blocks name, and those with a page. */
  stations: ReadonlyMap<string, StationRow>;
  publicStations: readonly StationRow[];
  /** What the named stations play, where this process knows it. */
  playing: ReadonlyMap<string, NowPlaying>;
  shows: readonly repo.SiteShow[];
  episodes: ReadonlyMap<string, readonly repo.SiteEpisode[]>;
  people: readonly repo.SitePerson[];
  partners: readonly PublicPartner[];
  players: ReadonlyMap<string, { name: string }>;
  terms: string;
  privacy: string;
};

type Deps = { db: Db; now: Date; playing: ((mount: string) => Promise<NowPlaying>) | undefined };

/** Reads what a page of a site shows. */
export const readSiteSource = async (deps: Deps, site: ShownSite): Promise<SiteSource> => {
  const { db } = deps;
  const { blocks } = site.page;
  const has = (type: SiteBlock['type']): boolean => blocks.some((block) => block.type === type);
  const [{ stations, publicStations, playing }, { shows, episodes }, people, partners, players, settings] =
    await Promise.all([
      readStations(deps, site),
      readShows(deps, site),
      has('people') ? repo.shownPeople(db, site.account) : [],
      has('partners') ? publicPartners(db) : [],
      readPlayers(db, site),
      portalSettings(db),
    ]);
  return {
    ...site,
    ...{ stations, publicStations, playing, shows, episodes, people, partners, players },
    ...{ terms: settings.terms_url, privacy: settings.privacy_url },
  };
};

const readStations = async (
  { db, playing }: Deps,
  { account, page: { blocks } }: ShownSite,
): Promise<Pick<SiteSource, 'stations' | 'publicStations' | 'playing'>> => {
  const named = blocks.flatMap((block) => ('station' in block && block.station !== '' ? [block.station] : []));
  const found = await repo.shownStations(db, account, named);
  const rows = await stationsByKeys(
    db,
    found.map(({ key }) => key),
  );
  const stations = new Map(rows.map((row) => [row.key as string, row]));
  const now = new Map<string, NowPlaying>();
  if (playing)
    await Promise.all(
      [...new Set(named)].map(async (key) => {
        const station = stations.get(key);
        // What plays must not hide the page.
        const heard = station && (await playing(station.streamname).catch(() => undefined));
        if (heard) now.set(key, heard);
      }),
    );
  return {
    stations,
    publicStations: found.flatMap(({ key, is_public }) => (is_public ? (stations.get(key) ?? []) : [])),
    playing: now,
  };
};

const readShows = async (
  { db, now }: Deps,
  { account, page: { blocks } }: ShownSite,
): Promise<Pick<SiteSource, 'shows' | 'episodes'>> => {
  const named = blocks.flatMap((block) => {
    if (block.type === 'podcasts') return block.keys;
    if (block.type === 'episodes') return [block.podcast];
    return block.type === 'schedule' ? block.rows.flatMap(({ podcast }) => (podcast === '' ? [] : [podcast])) : [];
  });
  const newest = Math.max(0, ...blocks.map((block) => (block.type === 'podcasts' ? block.count : 0)));
  if (named.length === 0 && newest === 0) return { shows: [], episodes: new Map() };
  const shows = await repo.shownPodcasts(db, account, { named, newest });
  const known = new Set<string>(shows.map(({ key }) => key));
  const listed = blocks.flatMap((block) => (block.type === 'episodes' && known.has(block.podcast) ? [block] : []));
  const keys = [...new Set(listed.map(({ podcast }) => podcast as PodcastKey))];
  const most = Math.max(0, ...listed.map(({ count }) => count));
  const episodes = keys.length === 0 ? [] : await repo.shownEpisodes(db, keys, { most, now });
  return { shows, episodes: Map.groupBy(episodes, ({ podcast_key }) => podcast_key as string) };
};

const readPlayers = async (db: Db, { account, page: { blocks } }: ShownSite): Promise<SiteSource['players']> => {
  const keys = blocks.flatMap((block) => (block.type === 'player' ? [block.player] : []));
  return keys.length === 0 ? new Map() : await repo.shownPlayers(db, account, keys);
};
