import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconAdjustmentsHorizontal, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { wording } from '#brand/wording.ts';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { podcastQuery } from '#web/parts/podcast-queries.ts';
import { podcastsPath } from '#web/parts/podcast-scope.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import type { Pages } from '#web/lib/pages.ts';
import { accountWords, podcastWords, stationWords } from './page-words.ts';
import { pagesBelow } from './pages-below.ts';

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
  pages: Pages,
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
  const ofAccount = placeActions(
    // Those of podcasts are with the podcasts (palette-podcasts.tsx).
    pagesBelow(pages, '/accounts/$accountKey', accountWords).filter(
      ({ path }) => !/^\/podcasts(\/create)?$/.test(path),
    ),
    { base: `/accounts/${accountKey}`, mayOpen, go },
  );
  const ofPodcast =
    podcastKey === undefined
      ? []
      : placeActions(
          // A station's podcast has the same pages as the account's.
          pagesBelow(pages, '/accounts/$accountKey/stations/$stationKey/podcasts/$podcastKey', podcastWords),
          {
            base: `${podcastsPath({ accountKey, ...(stationKey && { stationKey }) })}/${podcastKey}`,
            // Who may change a podcast may change its ads.
            mayOpen: (route) => mayOpen(route) && mayOpen(route.replace(/ad-settings$/, 'settings')),
            go,
          },
        );
  const groups = [
    ...(podcastKey === undefined ? [] : [{ group: podcast?.title ?? wording.Podcast, actions: ofPodcast }]),
    { group: 'Account', actions: ofAccount },
  ];
  if (stationKey === undefined) return groups;
  const ofStation = placeActions(pagesBelow(pages, '/accounts/$accountKey/stations/$stationKey', stationWords), {
    base: `/accounts/${accountKey}/stations/${stationKey}`,
    mayOpen,
    go,
  });
  return [{ group: station?.name ?? 'Station', actions: ofStation }, ...groups];
};

type Place = { base: string; mayOpen: MayOpen; go: Go };

const placeActions = (pages: ReturnType<typeof pagesBelow>, { base, mayOpen, go }: Place): Actions =>
  pages
    .filter(({ route }) => mayOpen(route))
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
