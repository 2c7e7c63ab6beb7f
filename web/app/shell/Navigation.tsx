import { CloseButton } from '@mantine/core';
import {
  IconAccessPoint,
  IconBuildingBroadcastTower,
  IconChartAreaLine,
  IconChartBar,
  IconCode,
  IconCoins,
  IconCreditCard,
  IconLayoutDashboard,
  IconMicrophone2,
  IconPlus,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import type { AccountKey } from '#contract/keys.ts';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import { forgetOtherAccounts } from '#web/features/accounts/shared/forget-account.ts';
import { ChangelogLink } from '#web/features/portal/shared/ChangelogLink.tsx';
import { isPortalAdmin, meQuery, myAccountsQuery, useMay } from '#web/features/session/queries.ts';
import { recentAccount, rememberAccount } from '#web/features/session/shared/recent-account.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { Mark } from '#web/ui/Mark.tsx';
import { AccountSwitcher } from './AccountSwitcher.tsx';
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
  useEffect(() => {
    if (!current) return;
    rememberAccount(current);
    forgetOtherAccounts(queries, current);
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
          {offersRoute('/changelog') && <ChangelogLink className={classes.item} dotClass={classes.dot} />}
        </nav>
      </div>
    </>
  );
};

const AccountLinks = ({ accountKey }: { accountKey: AccountKey }) => {
  const mayReadAccount = useMay('account.read', { accountKey });
  const mayCreate = useMay('account.createStation', { accountKey });
  const base = `/accounts/${accountKey}`;
  return (
    <>
      {mayReadAccount && (
        <>
          <NavItem to={base} icon={<IconLayoutDashboard size={19} aria-hidden />} exact>
            Dashboard
          </NavItem>
          <NavItem to={`${base}/stations`} icon={<IconBuildingBroadcastTower size={19} aria-hidden />} exact>
            Stations
          </NavItem>
          <NavItem to={`${base}/podcasts`} icon={<IconMicrophone2 size={19} aria-hidden />}>
            {wording.Podcasts}
          </NavItem>
          <NavItem to={`${base}/people`} icon={<IconUsers size={19} aria-hidden />}>
            Team
          </NavItem>
          <NavItem to={`${base}/analytics/streaming`} icon={<IconChartAreaLine size={19} aria-hidden />}>
            Streaming analytics
          </NavItem>
          <NavItem to={`${base}/analytics/podcasts`} icon={<IconChartBar size={19} aria-hidden />}>
            {`${wording.Podcast} analytics`}
          </NavItem>
          <NavItem to={`${base}/analytics/live`} icon={<IconAccessPoint size={19} aria-hidden />}>
            Listeners now
          </NavItem>
          {offersRoute('/accounts/$accountKey/embedding') && (
            <NavItem to={`${base}/embedding/players`} icon={<IconCode size={19} aria-hidden />}>
              Players
            </NavItem>
          )}
          {offersRoute('/accounts/$accountKey/microsite') && (
            <NavItem to={`${base}/microsite`} icon={<IconWorld size={19} aria-hidden />}>
              Microsite
            </NavItem>
          )}
          {offersRoute('/accounts/$accountKey/advertising') && (
            <NavItem to={`${base}/advertising`} icon={<IconSpeakerphone size={19} aria-hidden />}>
              Advertising
            </NavItem>
          )}
          <NavItem to={`${base}/finance`} icon={<IconCoins size={19} aria-hidden />}>
            Finance
          </NavItem>
          <NavItem to={`${base}/upgrade`} icon={<IconCreditCard size={19} aria-hidden />}>
            Plan
          </NavItem>
          {offersRoute('/accounts/$accountKey/subscriptions') && (
            <NavItem to={`${base}/subscriptions`} icon={<IconReceipt size={19} aria-hidden />}>
              Subscriptions
            </NavItem>
          )}
          <NavItem to={`${base}/settings`} icon={<IconSettings size={19} aria-hidden />}>
            Settings
          </NavItem>
        </>
      )}
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
      <StationLinks accountKey={accountKey} />
    </>
  );
};

type NavItemProps = { to: string; icon: ReactNode; exact?: boolean; children: ReactNode };

const NavItem = ({ to, icon, exact = false, children }: NavItemProps) => (
  <Link to={to as '/'} className={classes.item} activeOptions={{ exact, includeSearch: false }}>
    {icon}
    {children}
  </Link>
);
