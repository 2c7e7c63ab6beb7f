import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { wording } from '#brand/wording.ts';
import { podcastsQuery, portalPodcastsQuery } from '#web/parts/podcast-queries.ts';
import { podcastsPath } from '#web/parts/podcast-scope.ts';
import { isPortalAdmin, meQuery, useMay } from '#web/features/session/queries.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;

/** Podcasts of the account, or of the whole portal if its administrator searches, and the action that creates one. */
export const usePodcastActions = (
  accountKey: AccountKey | undefined,
  search: string,
  go: Go,
): SpotlightActionGroupData[] => {
  const { data: me } = useQuery(meQuery);
  const searchesPortal = isPortalAdmin(me) && search !== '';
  const mayRead = useMay('account.readPodcasts', accountKey === undefined ? {} : { accountKey });
  const page = { limit: limits.podcastListPage, offset: 0, search };
  const portalResults = useQuery({ ...portalPodcastsQuery(page), enabled: searchesPortal, throwOnError: false });
  const accountResults = useQuery({
    ...podcastsQuery({ accountKey: accountKey ?? ('' as AccountKey) }, page),
    enabled: accountKey !== undefined && mayRead && !searchesPortal,
    throwOnError: false,
  });
  const podcasts = (searchesPortal ? portalResults : accountResults).data?.entities ?? [];
  return [
    {
      group: wording.Podcasts,
      actions: [
        ...podcasts.map(({ key, title, account }) => ({
          id: key,
          label: title,
          description: account.name,
          leftSection: <IconMicrophone2 {...icon} />,
          onClick: go(`${podcastsPath({ accountKey: account.key as AccountKey })}/${key}`),
        })),
        ...(accountKey === undefined || !mayRead ? [] : [listAction(accountKey, go), createAction(accountKey, go)]),
      ],
    },
  ];
};

const listAction = (accountKey: AccountKey, go: Go) => ({
  id: 'podcasts',
  label: wording.Podcasts,
  keywords: ['episodes', 'feed', 'rss'],
  leftSection: <IconMicrophone2 {...icon} />,
  onClick: go(podcastsPath({ accountKey })),
});

const createAction = (accountKey: AccountKey, go: Go) => ({
  id: 'create-podcast',
  label: `Create ${wording.podcast}`,
  keywords: ['new', 'add'],
  leftSection: <IconPlus {...icon} />,
  onClick: go(`${podcastsPath({ accountKey })}/create`),
});
