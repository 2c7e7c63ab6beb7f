import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import { wording } from '#brand/wording.ts';
import { podcastsQuery, portalPodcastsQuery } from '#web/parts/podcast-queries.ts';
import { podcastsPath } from '#web/parts/podcast-place.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;

/** The podcasts of this account, or of the portal where its administrator looks for one; and the way to make another. */
export const usePodcastActions = (
  accountKey: AccountKey | undefined,
  search: string,
  go: Go,
): SpotlightActionGroupData[] => {
  const { data: me } = useQuery(meQuery);
  const isEverywhere = isPortalAdmin(me) && search !== '';
  const mayRead = useMay('account.readPodcasts', accountKey === undefined ? {} : { accountKey });
  const page = { limit: limits.podcastListPage, offset: 0, search };
  const everywhere = useQuery({ ...portalPodcastsQuery(page), enabled: isEverywhere, throwOnError: false });
  const here = useQuery({
    ...podcastsQuery({ accountKey: accountKey ?? ('' as AccountKey) }, page),
    enabled: accountKey !== undefined && mayRead && !isEverywhere,
    throwOnError: false,
  });
  const found = (isEverywhere ? everywhere : here).data?.entities ?? [];
  return [
    {
      group: wording.Podcasts,
      actions: [
        ...found.map(({ key, title, account }) => ({
          id: key,
          label: title,
          description: account.name,
          leftSection: <IconMicrophone2 {...icon} />,
          onClick: go(`${podcastsPath({ accountKey: account.key as AccountKey })}/${key}`),
        })),
        ...(accountKey === undefined || !mayRead ? [] : [list(accountKey, go), create(accountKey, go)]),
      ],
    },
  ];
};

const list = (accountKey: AccountKey, go: Go) => ({
  id: 'podcasts',
  label: wording.Podcasts,
  keywords: ['episodes', 'feed', 'rss'],
  leftSection: <IconMicrophone2 {...icon} />,
  onClick: go(podcastsPath({ accountKey })),
});

const create = (accountKey: AccountKey, go: Go) => ({
  id: 'create-podcast',
  label: `Create a ${wording.podcast}`,
  keywords: ['new', 'add'],
  leftSection: <IconPlus {...icon} />,
  onClick: go(`${podcastsPath({ accountKey })}/create`),
});
