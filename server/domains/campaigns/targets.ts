import type { ClickHouseClient } from '@clickhouse/client';
import type * as z from 'zod/mini';
import { fillText, type Brand, type Wording } from '#contract/rules/brand.ts';
import { adPositions, type AdPosition, type Target } from '#contract/rules/ad-rules.ts';
import type { TargetDetail, TargetRoot } from '#contract/api/campaigns.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { stationCategories } from '#contract/rules/limits.ts';
import { refuse } from '#server/kernel/http/refuse.ts';
import type { Kernel } from '#server/kernel/kernel.ts';
import { countryName } from '#server/platform/country-name.ts';
import { segmentsOf } from './check-targets.ts';
import { downloadersWithin, podcastListeners, searchDownloaders } from './podcast-spots/podcast-supply.repo.ts';
import * as repo from './targets.repo.ts';

export type TargetDeps = Pick<Kernel, 'db' | 'clock' | 'log'> & {
  clickhouse: ClickHouseClient;
  brand: Pick<Brand, 'wording'>;
};

type Place = z.infer<typeof TargetDetail>['children'][number];
type Tree = Exclude<Target['type'], 'language'>;
type Audience = {
  wording: Wording;
  podcasts: repo.PodcastPlace[];
  downloaded: Downloaded;
  stations: repo.AccountStation[];
  of: { stations: repo.AccountStation['key'][]; since: number };
};

/** Who downloaded something of a podcast, of an episode, or of any; a name is `''`, `{podcast}` or `{podcast}/{episode}`. */
type Downloaded = ReadonlyMap<string, number>;

const days30Ms = 30 * 86_400_000;
const outputNames: Record<string, string> = {
  stream: 'Stream',
  hls: 'HLS',
  podcast: '{Podcasts}',
  vast: 'Apps (VAST)',
};
/** With the brand's nouns. Stations have no language of their own yet, so that tree is empty. */
const labels: Record<Tree, string> = {
  location: 'Places',
  station: 'Stations',
  podcast: '{Podcasts}',
  category: 'Categories of stations',
  device: 'Devices',
  player: 'Players',
  output: 'Kinds of stream, and {podcasts}',
  position: 'Positions',
};
const positionNames: Record<AdPosition, string> = {
  pre: 'Before the programme or episode',
  mid: 'Within it',
  post: 'At the end of an episode',
};

/** The trees of targets that an account can use, with how many places each has at its root. */
export const targetRoots = async (deps: TargetDeps, account: AccountKey): Promise<TargetRoot[]> =>
  await withAnalytics(deps, async () => {
    const audience = await audienceOf(deps, account);
    const listeners30d = await repo.allListeners(deps.clickhouse, audience.of);
    const trees = Object.keys(labels) as Tree[];
    const children = await Promise.all(trees.map((type) => rootChildren(deps.clickhouse, audience, type)));
    return trees
      .map((type, i) => ({
        type,
        path: '',
        label: fillText(labels[type], deps.brand.wording),
        childCount: children[i]!.length,
      }))
      .map((root) => ({ ...root, listeners30d: everyone(audience, root.type, listeners30d) }))
      .filter(({ childCount, type }) => childCount > 0 || type === 'location');
  });

/**
 * A place with those within it, by their listeners of the last 30 days, at most 500. Places of the world come from where
 * listeners were; `search` also finds countries where nobody listened. Refuses with `campaign.unknownTarget`.
 */
export const targetDetail = async (
  deps: TargetDeps,
  account: AccountKey,
  { type, path, search }: { type: Target['type']; path: string; search?: string | undefined },
): Promise<TargetDetail> =>
  await withAnalytics(deps, async () => {
    const segments = path === '' ? [] : segmentsOf({ path });
    if (!segments || type === 'language') return refuse('campaign.unknownTarget', { target: `${type} ${path}` });
    const audience = await audienceOf(deps, account);
    const all = everyone(audience, type, await repo.allListeners(deps.clickhouse, audience.of));
    const within = (above: readonly string[]) => childrenOf(deps.clickhouse, audience, type, above);
    const children = search ? await searched(deps.clickhouse, audience, type, search) : await within(segments);
    const self =
      segments.length === 0 ? undefined : (await within(segments.slice(0, -1))).find((one) => one.path === path);
    const listeners30d = segments.length === 0 ? all : (self?.listeners30d ?? 0);
    return {
      ...{ type, path, label: self?.label ?? labelOf(type, segments, audience), listeners30d, children },
      parent: segments.length === 0 ? null : path.split('/').slice(0, -1).join('/'),
      sharePct: all === 0 ? 0 : Math.min(100, Math.round((listeners30d / all) * 1000) / 10),
    };
  });

const audienceOf = async ({ db, clock, clickhouse, brand }: TargetDeps, account: AccountKey): Promise<Audience> => {
  const [stations, podcasts] = [await repo.stationsToTarget(db, account), await repo.podcastsToTarget(db, account)];
  const since = clock.now().getTime() - days30Ms;
  const rows = await podcastListeners(clickhouse, { podcasts: podcasts.map(({ key }) => key), since });
  const nameOf = ({ podcast, episode }: (typeof rows)[number]) => (episode === '' ? podcast : `${podcast}/${episode}`);
  return {
    ...{ wording: brand.wording, stations, podcasts, of: { stations: stations.map(({ key }) => key), since } },
    downloaded: new Map(rows.map((row) => [nameOf(row), row.listeners])),
  };
};

/** All who listened to streams or downloaded something, as far as a tree has them. */
const everyone = (audience: Audience, type: Tree, inStreams: number): number => {
  if (type === 'podcast') return anyPodcast(audience);
  return type === 'location' ? inStreams + anyPodcast(audience) : inStreams;
};

const anyPodcast = ({ downloaded }: Audience): number => downloaded.get('') ?? 0;

const labelOf = (type: Tree, segments: readonly string[], { wording }: Audience): string => {
  const last = segments.at(-1);
  if (last === undefined) return fillText(labels[type], wording);
  return type === 'location' && segments.length === 1 ? countryName(last) : last;
};

const pathOf = (segments: readonly string[]): string => segments.map(encodeURIComponent).join('/');

const childrenOf = async (
  clickhouse: ClickHouseClient,
  audience: Audience,
  type: Tree,
  above: readonly string[],
): Promise<Place[]> => {
  const [first, second] = above;
  if (first === undefined) return await rootChildren(clickhouse, audience, type);
  if (type === 'podcast') return episodePlaces(audience, first);
  if (type === 'device' && above.length === 1)
    return present(await repo.listenersBySystem(clickhouse, audience.of, first), above, false);
  if (type !== 'location' || above.length > 2) return [];
  const place = second === undefined ? ([first] as const) : ([first, second] as const);
  const inStreams = await repo.listenersWithin(clickhouse, audience.of, place);
  return present(
    added(inStreams, await downloadersWithin(clickhouse, downloadsOf(audience), place)),
    above,
    above.length < 2,
  );
};

const downloadsOf = ({ podcasts, of }: Audience) => ({ podcasts: podcasts.map(({ key }) => key), since: of.since });

/** Listeners of streams and those who downloaded something, at the same places. */
const added = (inStreams: readonly repo.Listeners[], ofPodcasts: readonly repo.Listeners[]): repo.Listeners[] => {
  const sums = new Map<string, number>();
  for (const { name, listeners } of [...inStreams, ...ofPodcasts]) sums.set(name, (sums.get(name) ?? 0) + listeners);
  return [...sums]
    .map(([name, listeners]) => ({ name, listeners }))
    .toSorted((a, b) => b.listeners - a.listeners || (a.name < b.name ? -1 : 1))
    .slice(0, mostPlaces);
};

const present = (rows: readonly repo.Listeners[], above: readonly string[], hasChildren: boolean): Place[] =>
  rows.map(({ name, listeners }) => ({
    path: pathOf([...above, name]),
    label: name,
    listeners30d: listeners,
    hasChildren,
  }));

/** Listeners of podcasts and episodes are those who downloaded one. */
const podcastPlaces = ({ podcasts, downloaded }: Audience): Place[] =>
  podcasts
    .map(({ key, title, episodes }) => ({
      ...{ path: key, label: title, listeners30d: downloaded.get(key) ?? 0, hasChildren: episodes.length > 0 },
    }))
    .toSorted(byListeners);
const episodePlaces = ({ podcasts, downloaded }: Audience, podcast: string): Place[] =>
  (podcasts.find(({ key }) => key === podcast)?.episodes ?? [])
    .map(({ key, title }) => ({ path: `${podcast}/${key}`, label: title, hasChildren: false }))
    .map((place) => ({ ...place, listeners30d: downloaded.get(place.path) ?? 0 }))
    .toSorted(byListeners);
/** Streams have no break at their end. */
const positionPlaces = (audience: Audience, inStreams: number): Place[] =>
  adPositions.map((path) => ({
    ...{ path, label: positionNames[path], hasChildren: false },
    listeners30d: anyPodcast(audience) + (path === 'post' ? 0 : inStreams),
  }));

const rootChildren = async (clickhouse: ClickHouseClient, audience: Audience, type: Tree): Promise<Place[]> => {
  const { stations, of } = audience;
  if (type === 'podcast') return podcastPlaces(audience);
  if (type === 'position') return positionPlaces(audience, await repo.allListeners(clickhouse, of));
  if (type === 'station' || type === 'category') {
    const counts = new Map((await repo.listenersByStation(clickhouse, of)).map((row) => [row.name, row.listeners]));
    return type === 'station' ? stationPlaces(stations, counts) : categoryPlaces(stations, counts);
  }
  const dimension = type === 'location' ? 'country' : type;
  const inStreams = await repo.listenersBy(clickhouse, of, dimension);
  const rows =
    type === 'location' ? added(inStreams, await downloadersWithin(clickhouse, downloadsOf(audience), [])) : inStreams;
  if (type === 'output')
    return Object.entries(outputNames).map(([path, text]) => ({
      ...{ path, label: fillText(text, audience.wording), hasChildren: false },
      listeners30d:
        path === 'podcast' ? anyPodcast(audience) : (rows.find(({ name }) => name === path)?.listeners ?? 0),
    }));
  const places = present(rows, [], type !== 'player');
  return type === 'location'
    ? places.map((place) => ({ ...place, label: countryName(place.path) })).filter(({ label }) => label !== 'Unknown')
    : places;
};

const byListeners = (a: Place, b: Place): number => b.listeners30d - a.listeners30d || (a.label < b.label ? -1 : 1);
const mostPlaces = 500;

const stationPlaces = (stations: readonly repo.AccountStation[], counts: ReadonlyMap<string, number>): Place[] =>
  stations
    .map(({ key, name }) => ({ path: key, label: name, listeners30d: counts.get(key) ?? 0, hasChildren: false }))
    .toSorted(byListeners)
    .slice(0, mostPlaces);

const categoryPlaces = (stations: readonly repo.AccountStation[], counts: ReadonlyMap<string, number>): Place[] => {
  const sums = new Map<number, number>();
  for (const { key, category } of stations) sums.set(category, (sums.get(category) ?? 0) + (counts.get(key) ?? 0));
  const names = new Map(stationCategories.map(({ id, name }) => [id as number, name as string]));
  return [...sums]
    .map(([id, listeners30d]) => ({
      ...{ path: String(id), label: names.get(id) ?? String(id), listeners30d, hasChildren: false },
    }))
    .toSorted(byListeners);
};

const countryNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const countries = letters
  .flatMap((a) => letters.map((b) => a + b))
  .filter((code) => countryNames.of(code) !== undefined);

const searched = async (
  clickhouse: ClickHouseClient,
  audience: Audience,
  type: Tree,
  search: string,
): Promise<Place[]> => {
  const root = await rootChildren(clickhouse, audience, type);
  const matches = (label: string) => label.toLowerCase().includes(search.toLowerCase());
  if (type !== 'location') return root.filter(({ label }) => matches(label));
  const heard = new Map(root.map((place) => [place.path, place]));
  const nations = countries
    .filter((code) => matches(countryName(code)))
    .map((code) => heard.get(code) ?? { path: code, label: countryName(code), listeners30d: 0, hasChildren: true });
  const found = added(
    await repo.searchPlaces(clickhouse, audience.of, search),
    await searchDownloaders(clickhouse, downloadsOf(audience), search),
  );
  const places = found.map(({ name, listeners }) => {
    const segments = name.split('\t').filter((segment) => segment !== '');
    const label = [...segments.slice(1)].toReversed().join(', ');
    const hasChildren = segments.length < 3;
    return {
      path: pathOf(segments),
      label: `${label}, ${countryName(segments[0]!)}`,
      listeners30d: listeners,
      hasChildren,
    };
  });
  return [...nations.toSorted(byListeners), ...places].slice(0, mostPlaces);
};

/** Refuses with `request.unavailable` while ClickHouse is down. */
export const withAnalytics = async <T>({ log }: Pick<Kernel, 'log'>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === 'Refusal') throw error;
    log.error({ err: error }, 'could not read where listeners were');
    return refuse('request.unavailable', { part: 'Analytics' });
  }
};
