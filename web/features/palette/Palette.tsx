import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import {
  IconAccessPoint,
  IconBroadcast,
  IconBuilding,
  IconChartAreaLine,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  IconUserCog,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { AccountKey, StationKey } from '#contract/keys.ts';
import { wording } from '#brand/wording.ts';
import { accountSearchQuery } from '#web/parts/account-queries.ts';
import { isPortalAdmin, meQuery, myStationsQuery } from '#web/features/session/queries.ts';
import { recentAccount } from '#web/features/session/shared/recent-account.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { useAirActions } from './palette-air.tsx';
import { portalPages, starredPages } from './palette-pages.tsx';
import { usePodcastActions } from './palette-podcasts.tsx';

const [store, palette] = createSpotlight();
const icon = { size: 20, 'aria-hidden': true } as const;

type SearchResults = {
  stations: readonly { key: StationKey; name: string; account_key: AccountKey; mount: string }[];
  accounts: readonly { key: AccountKey; company: string }[];
};

/**
 * Ctrl/⌘-K: stations, accounts, podcasts, pages and actions, by any part of their name. `asked` counts the requests to
 * open it.
 */
export const Palette = ({ asked }: { asked: number }) => {
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query, 150);
  const { data: stations } = useQuery(myStationsQuery);
  const { data: accounts } = useQuery(accountSearchQuery(search));
  const { data: me } = useQuery(meQuery);
  const { starred } = usePreferences();
  const open = useGo();
  const { accountKey = recentAccount(), stationKey } = useParams({ strict: false }) as {
    accountKey?: AccountKey;
    stationKey?: StationKey;
  };
  const navigate = useNavigate();
  const air = useAirActions(accountKey, stationKey, () => {
    if (accountKey && stationKey)
      void navigate({
        to: '/accounts/$accountKey/stations/$stationKey',
        params: { accountKey, stationKey },
        search: { open: 'queue' },
      });
  });
  const podcasts = usePodcastActions(accountKey, search, open);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const groups = [
    ...air,
    ...resultGroups({ stations: stations ?? [], accounts: accounts?.entities ?? [] }, open),
    ...podcasts,
    { group: 'Go to', actions: pages(accountKey, open) },
    ...(isPortalAdmin(me) ? [{ group: 'Portal', actions: portalPages(open) }] : []),
    ...(starred.length > 0 ? [{ group: 'Starred', actions: starredPages(starred, open) }] : []),
    { group: 'Appearance', actions: themeActions },
  ];
  return (
    <Spotlight
      store={store}
      shortcut={null}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      limit={30}
      nothingFound="Nothing found"
      highlightQuery
      scrollable
      maxHeight={440}
      searchProps={{
        leftSection: <IconSearch {...icon} />,
        placeholder: `Search stations, accounts, ${wording.podcasts}, pages…`,
        'aria-label': `Search stations, accounts, ${wording.podcasts}, pages`,
      }}
    />
  );
};

const useGo = () => {
  const navigate = useNavigate();
  return (path: string) => () => void navigate({ to: path as '/' });
};
type Go = ReturnType<typeof useGo>;

const resultGroups = ({ stations, accounts }: SearchResults, open: Go): SpotlightActionGroupData[] => [
  {
    group: 'Stations',
    actions: stations.map(({ key, name, account_key, mount }) => ({
      id: key,
      label: name,
      description: `/${mount}`,
      leftSection: <IconBroadcast {...icon} />,
      onClick: open(`/accounts/${account_key}/stations/${key}`),
    })),
  },
  {
    group: wording.AutoDJ,
    actions: stations.map(({ key, name, account_key }) => ({
      id: `${key}.autodj`,
      label: `${name}: ${wording.AutoDJ}`,
      keywords: ['playlist', 'music', 'upload'],
      leftSection: <IconBroadcast {...icon} />,
      onClick: open(`/accounts/${account_key}/stations/${key}/autodj`),
    })),
  },
  {
    group: 'Accounts',
    actions: accounts.map(({ key, company }) => ({
      id: key,
      label: company,
      leftSection: <IconBuilding {...icon} />,
      onClick: open(`/accounts/${key}`),
    })),
  },
];

const pages = (accountKey: AccountKey | undefined, open: Go): SpotlightActionGroupData['actions'] => [
  ...(accountKey === undefined
    ? []
    : [
        {
          id: 'create-station',
          label: 'Create station',
          keywords: ['new', 'add'],
          leftSection: <IconPlus {...icon} />,
          onClick: open(`/accounts/${accountKey}/stations/create`),
        },
        {
          id: 'streaming',
          label: 'Streaming analytics',
          keywords: ['listeners', 'statistics', 'report'],
          leftSection: <IconChartAreaLine {...icon} />,
          onClick: open(`/accounts/${accountKey}/analytics/streaming`),
        },
        {
          id: 'live',
          label: 'Listeners now',
          keywords: ['countries', 'map'],
          leftSection: <IconAccessPoint {...icon} />,
          onClick: open(`/accounts/${accountKey}/analytics/live`),
        },
      ]),
  { id: 'accounts', label: 'All accounts', leftSection: <IconBuilding {...icon} />, onClick: open('/accounts') },
  {
    id: 'create-account',
    label: 'Create account',
    leftSection: <IconPlus {...icon} />,
    onClick: open('/accounts/create'),
  },
  {
    id: 'profile',
    label: 'Profile settings',
    leftSection: <IconUserCog {...icon} />,
    onClick: open('/profile/settings'),
  },
];

const themeActions: SpotlightActionGroupData['actions'] = [
  {
    id: 'light',
    label: 'Light theme',
    leftSection: <IconSun {...icon} />,
    onClick: () => setPreferences({ theme: 'light' }),
  },
  {
    id: 'semi-dark',
    label: 'Light theme with dark navigation',
    leftSection: <IconSun {...icon} />,
    onClick: () => setPreferences({ theme: 'semi-dark' }),
  },
  {
    id: 'dark',
    label: 'Dark theme',
    leftSection: <IconMoon {...icon} />,
    onClick: () => setPreferences({ theme: 'dark' }),
  },
];
