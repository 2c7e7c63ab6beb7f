import { CloseButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { brand } from '#brand/brand.ts';
import { forgetOtherAccounts } from '#web/features/accounts/shared/forget-account.ts';
import { ChangelogLink } from '#web/features/portal/shared/ChangelogLink.tsx';
import { isPortalAdmin, meQuery, myAccountsQuery, myStationsQuery, useMay } from '#web/features/session/queries.ts';
import { recentAccount, rememberAccount } from '#web/features/session/shared/recent-account.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { useOffersPage, usePages } from '#web/lib/pages.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { accountIcons } from './account-icons.ts';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { navEntriesOf } from './nav-entries.ts';
import { shownPlaceOf, useNavPlace } from './nav-place.ts';
import { NavLink } from './NavLink.tsx';
import { StarredLinks } from './StarredLinks.tsx';
import { StationLinks } from './StationLinks.tsx';
import classes from './Navigation.module.css';

const PortalLinks = lazy(() =>
  loadChunk(() => import('./PortalLinks.tsx')).then((part) => ({ default: part.PortalLinks })),
);
/** The main navigation: the account, its pages and its stations. */
export const Navigation = ({ onClose }: { onClose: () => void }) => {
  const { data: accounts } = useQuery(myAccountsQuery);
  const { data: me } = useQuery(meQuery);
  const { accountKey: current } = useParams({ strict: false }) as { accountKey?: AccountKey };
  const recent = accounts?.find(({ key }) => key === recentAccount()) ?? accounts?.[0];
  const accountKey = current ?? recent?.key;
  const queries = useQueryClient();
  const hasChangelog = useOffersPage('/changelog');
  const shown = useRef<AccountKey>(undefined);
  useEffect(() => {
    if (!current) return;
    rememberAccount(current);
    // The first account has no others to forget, only queries of its own page, which would be fetched twice.
    if (shown.current !== undefined && shown.current !== current) forgetOtherAccounts(queries, current);
    shown.current = current;
  }, [current, queries]);
  return (
    <>
      <div className={classes.head}>
        <Link to="/" className={classes.brand}>
          <Mark size={28} />
          {brand.name}
        </Link>
        <CloseButton hiddenFrom="md" onClick={onClose} aria-label="Close navigation" className={classes.close} />
      </div>
      {accountKey !== undefined && <AccountSwitcher accountKey={accountKey} accounts={accounts} />}
      <div className={classes.scroll}>
        <nav aria-label="Main" className={classes.list}>
          <StarredLinks />
          {accountKey !== undefined && <AccountLinks accountKey={accountKey} />}
          <Suspense>{isPortalAdmin(me) && <PortalLinks />}</Suspense>
        </nav>
      </div>
      {hasChangelog && <ChangelogLink className={`${classes.item} ${classes.foot}`} badgeClass={classes.badge} />}
    </>
  );
};

const AccountLinks = ({ accountKey }: { accountKey: AccountKey }) => {
  const mayReadAccount = useMay('account.read', { accountKey });
  const mayCreate = useMay('account.createStation', { accountKey });
  const { data } = useQuery(myStationsQuery);
  const stations = data?.filter((station) => station.account_key === accountKey);
  const shown = stations?.slice(0, maxStations) ?? [];
  const pages = usePages();
  const place = shownPlaceOf(useNavPlace(), { accountKey, stations: shown.map(({ key }) => key) });
  const base = `/accounts/${accountKey}`;
  return (
    <>
      {mayReadAccount &&
        navEntriesOf(pages, 'account').map(({ route, to, name, icon }) => {
          const Icon = accountIcons[icon as keyof typeof accountIcons];
          return (
            <NavLink
              key={route}
              to={to.replace('$accountKey', accountKey)}
              isCurrent={place === route.replace('$accountKey', accountKey)}
            >
              <Icon size={19} aria-hidden />
              {name}
            </NavLink>
          );
        })}
      <div className={classes.heading}>
        <span>Your stations</span>
        {mayCreate && (
          <Link
            to="/accounts/$accountKey/stations/create"
            params={{ accountKey }}
            className={classes.add}
            aria-label="Create station"
          >
            <IconPlus size={16} aria-hidden />
          </Link>
        )}
      </div>
      {stations?.length === 0 && <div className={classes.hint}>No stations yet.</div>}
      <StationLinks base={`${base}/stations`} stations={shown} place={place} />
      {stations && stations.length > shown.length && (
        <NavLink to={`${base}/stations`} isCurrent={!mayReadAccount && place === `${base}/stations`}>
          All {stations.length} stations
        </NavLink>
      )}
    </>
  );
};
/** More are a page of their own. */
const maxStations = 12;
