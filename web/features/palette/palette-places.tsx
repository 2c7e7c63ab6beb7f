import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAdjustmentsHorizontal, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { wording } from '#brand/wording.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/keys.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { podcastsPath } from '#web/parts/podcast-scope.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { accountPages, podcastPages, stationPages, type PlacePage } from './place-pages.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string, hash?: string) => () => void;
/** Whether the user may open a route (`/accounts/$accountKey/people`) and this brand has it. */
export type MayOpen = (route: string) => boolean;
type Actions = SpotlightActionGroupData['actions'];

type OpenPlace = {
  accountKey: AccountKey | undefined;
  stationKey: StationKey | undefined;
  podcastKey: PodcastKey | undefined;
};

/** The pages and settings of the open podcast and station, and those of the account. */
export const usePlaceActions = (
  { accountKey, stationKey, podcastKey }: OpenPlace,
  mayOpen: MayOpen,
  go: Go,
): SpotlightActionGroupData[] => {
  const { data: station } = useQuery({
    ...stationQuery(stationKey ?? ('' as StationKey)),
    enabled: stationKey !== undefined,
    throwOnError: false,
  });
  const { data: podcast } = useQuery({
    ...podcastQuery(podcastKey ?? ('' as PodcastKey)),
    enabled: podcastKey !== undefined,
    throwOnError: false,
  });
  if (accountKey === undefined) return [];
  const ofAccount = placeActions('/accounts/$accountKey', `/accounts/${accountKey}`, accountPages, mayOpen, go);
  const ofPodcast =
    podcastKey === undefined
      ? []
      : placeActions(
          // A station's podcast has the same pages as the account's.
          '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey',
          `${podcastsPath({ accountKey, ...(stationKey && { stationKey }) })}/${podcastKey}`,
          podcastPages,
          // Who may change a podcast may change its ads.
          (route) => mayOpen(route) && mayOpen(route.replace(/ad-settings$/, 'settings')),
          go,
        );
  const groups = [
    ...(podcastKey === undefined ? [] : [{ group: podcast?.title ?? wording.Podcast, actions: ofPodcast }]),
    { group: 'Account', actions: ofAccount },
  ];
  if (stationKey === undefined) return groups;
  const ofStation = placeActions(
    '/accounts/$accountKey/stations/$stationKey',
    `/accounts/${accountKey}/stations/${stationKey}`,
    stationPages,
    mayOpen,
    go,
  );
  return [{ group: station?.name ?? 'Station', actions: ofStation }, ...groups];
};

const placeActions = (route: string, base: string, pages: readonly PlacePage[], mayOpen: MayOpen, go: Go): Actions =>
  pages
    .filter(({ path }) => mayOpen(route + path))
    .flatMap(({ path, label, keywords = [], fields = [] }) => [
      {
        ...{ id: `${base}${path}`, label, keywords: [...keywords] },
        ...{ leftSection: <IconFile {...icon} />, onClick: go(base + path) },
      },
      ...fields.map(([name, field, ...words]) => ({
        ...{ id: `${base}${path}#${name}`, label: field, description: label, keywords: [...words] },
        ...{ leftSection: <IconAdjustmentsHorizontal {...icon} />, onClick: go(base + path, name) },
      })),
    ]);
