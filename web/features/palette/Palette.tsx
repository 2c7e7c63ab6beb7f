import '@mantine/spotlight/styles.layer.css';
import { createSpotlight, Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconBroadcast, IconBuilding, IconMoon, IconPlus, IconSearch, IconSun, IconUserCog } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { AccountKey, PodcastKey, StationKey } from '#contract/rules/keys.ts';
import { wording } from '#brand/wording.ts';
import { accountSearchQuery } from '#web/parts/account-queries.ts';
import { configQuery, isPortalAdmin, meQuery, myStationsQuery } from '#web/features/session/queries.ts';
import { recentAccount } from '#web/features/session/shared/recent-account.ts';
import { parseSearch } from '#web/lib/search-params.ts';
import { isOfferedPage, usePages } from '#web/lib/pages.ts';
import { setPreferences, usePreferences } from '#web/lib/preferences.ts';
import { useAirActions } from './palette-air.tsx';
import { portalPages, starredPages } from './palette-pages.tsx';
import { helpActions } from './palette-help.tsx';
import { useNumbersActions } from './palette-numbers.tsx';
import { usePeopleActions } from './palette-people.tsx';
import { usePlaceActions } from './palette-places.tsx';
import { usePodcastActions } from './palette-podcasts.tsx';

const [store, palette] = createSpotlight();
const icon = { size: 20, 'aria-hidden': true } as const;

type SearchResults = {
  stations: readonly { key: StationKey; name: string; account_key: AccountKey; mount: string }[];
  accounts: readonly { key: AccountKey; company: string }[];
};

type PaletteProps = {
  asked: number;
  /** Whether the user may open a route, with the keys of the current page. */
  mayOpen: (route: string, params: { accountKey?: AccountKey; stationKey?: StationKey }) => boolean;
};

/**
 * Ctrl/⌘-K: stations, accounts, podcasts, people, every page and setting of the station and account one is in, help,
 * statistics (`yesterday in Berlin`) and actions. `asked` counts the requests to open it.
 */
export const Palette = ({ asked, mayOpen }: PaletteProps) => {
  const [query, setQuery] = useState('');
  const [search] = useDebouncedValue(query, 150);
  const { data: stations } = useQuery(myStationsQuery);
  const { data: accounts } = useQuery(accountSearchQuery(search));
  const { data: me } = useQuery(meQuery);
  const { starred } = usePreferences();
  const open = useGo();
  const {
    accountKey = recentAccount(),
    stationKey,
    podcastKey,
  } = useParams({ strict: false }) as {
    accountKey?: AccountKey;
    stationKey?: StationKey;
    podcastKey?: PodcastKey;
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
  const place = { accountKey, stationKey };
  const pages = usePages();
  const places = usePlaceActions(
    { ...place, podcastKey },
    pages,
    (route) => mayOpen(route, { ...(accountKey && { accountKey }), ...(stationKey && { stationKey }) }),
    open,
  );
  const people = usePeopleActions(accountKey, search, open);
  const numbers = useNumbersActions(place, search, open);
  const { data: config } = useQuery(configQuery);
  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);
  const groups = [
    ...numbers,
    ...air,
    ...resultGroups({ stations: stations ?? [], accounts: accounts?.entities ?? [] }, open),
    ...podcasts,
    ...people,
    ...places,
    { group: 'Go to', actions: generalPages(open) },
    ...(isPortalAdmin(me) ? [{ group: 'Portal', actions: portalPages(pages, open) }] : []),
    ...(starred.length > 0 ? [{ group: 'Starred', actions: starredPages(starred, open) }] : []),
    helpActions({ config, hasChangelog: isOfferedPage(pages.get('/changelog')?.flag) }, open),
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
        placeholder: 'Search, or ask “yesterday in Berlin”…',
        'aria-label': `Search stations, accounts, ${wording.podcasts}, people, pages, settings and statistics`,
      }}
    />
  );
};

const useGo = () => {
  const navigate = useNavigate();
  return (path: string, hash?: string) => () => {
    // A path with a query is read as the address bar's would be.
    const [pathname = '/', query] = path.split('?');
    void navigate({
      to: pathname as '/',
      ...(query !== undefined && { search: parseSearch(`?${query}`) as never }),
      ...(hash !== undefined && { hash }),
    });
  };
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

const generalPages = (open: Go): SpotlightActionGroupData['actions'] => [
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
    keywords: ['password', 'two-factor', 'sessions', 'e-mail notifications', 'locale', 'theme', 'picture'],
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
