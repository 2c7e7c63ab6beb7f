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
import { portalPages, starredPages } from './palette-pages.tsx';
import { usePodcastActions } from './palette-podcasts.tsx';

const [store, palette] = createSpotlight();
const icon = { size: 20, 'aria-hidden': true } as const;

type Found = {
  stations: readonly { key: StationKey; name: string; account_key: AccountKey; mount: string }[];
  accounts: readonly { key: AccountKey; company: string }[];
};

/** Ctrl/⌘-K: stations, accounts, podcasts, pages and actions, by any part of their name. `asked` counts how often it was opened. */
export const Palette = ({ asked }: { asked: number }) => {
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query, 150);
  const { data: stations } = useQuery(myStationsQuery);
  const { data: accounts } = useQuery(accountSearchQuery(search));
  const { data: me } = useQuery(meQuery);
  const { starred } = usePreferences();
  const go = useGo();
  const { accountKey = recentAccount() } = useParams({ strict: false }) as { accountKey?: AccountKey };
  const podcasts = usePodcastActions(accountKey, search, go);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const groups = [
    ...foundGroups({ stations: stations ?? [], accounts: accounts?.entities ?? [] }, go),
    ...podcasts,
    { group: 'Go to', actions: pages(accountKey, go) },
    ...(isPortalAdmin(me) ? [{ group: 'Portal', actions: portalPages(go) }] : []),
    ...(starred.length > 0 ? [{ group: 'Starred', actions: starredPages(starred, go) }] : []),
    { group: 'Appearance', actions: looks },
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

const foundGroups = ({ stations, accounts }: Found, go: Go): SpotlightActionGroupData[] => [
  {
    group: 'Stations',
    actions: stations.map(({ key, name, account_key, mount }) => ({
      id: key,
      label: name,
      description: `/${mount}`,
      leftSection: <IconBroadcast {...icon} />,
      onClick: go(`/accounts/${account_key}/stations/${key}`),
    })),
  },
  {
    group: wording.AutoDJ,
    actions: stations.map(({ key, name, account_key }) => ({
      id: `${key}.autodj`,
      label: `${name}: ${wording.AutoDJ}`,
      keywords: ['playlist', 'music', 'upload'],
      leftSection: <IconBroadcast {...icon} />,
      onClick: go(`/accounts/${account_key}/stations/${key}/autodj`),
    })),
  },
  {
    group: 'Accounts',
    actions: accounts.map(({ key, company }) => ({
      id: key,
      label: company,
      leftSection: <IconBuilding {...icon} />,
      onClick: go(`/accounts/${key}`),
    })),
  },
];

const pages = (accountKey: AccountKey | undefined, go: Go): SpotlightActionGroupData['actions'] => [
  ...(accountKey === undefined
    ? []
    : [
        {
          id: 'create-station',
          label: 'Create a station',
          keywords: ['new', 'add'],
          leftSection: <IconPlus {...icon} />,
          onClick: go(`/accounts/${accountKey}/stations/create`),
        },
        {
          id: 'streaming',
          label: 'Streaming analytics',
          keywords: ['listeners', 'statistics', 'report'],
          leftSection: <IconChartAreaLine {...icon} />,
          onClick: go(`/accounts/${accountKey}/analytics/streaming`),
        },
        {
          id: 'live',
          label: 'Listeners now',
          keywords: ['countries', 'map'],
          leftSection: <IconAccessPoint {...icon} />,
          onClick: go(`/accounts/${accountKey}/analytics/live`),
        },
      ]),
  { id: 'accounts', label: 'All accounts', leftSection: <IconBuilding {...icon} />, onClick: go('/accounts') },
  {
    id: 'create-account',
    label: 'Create an account',
    leftSection: <IconPlus {...icon} />,
    onClick: go('/accounts/create'),
  },
  {
    id: 'profile',
    label: 'Profile settings',
    leftSection: <IconUserCog {...icon} />,
    onClick: go('/profile/settings'),
  },
];

const looks: SpotlightActionGroupData['actions'] = [
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
