import { Button } from '@mantine/core';
import { IconBuildingBroadcastTower } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { brand } from '#brand/brand.ts';
import { isPortalAdmin, meQuery, myAccountsQuery, myStationsQuery } from '#web/features/session/queries.ts';
import { recentAccount } from '#web/features/session/shared/recent-account.ts';
import { PostsLine } from '#web/features/posts/shared/PostsLine.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Redirect } from '#web/ui/Redirect.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { accountSearchQuery } from '#web/parts/account-queries.ts';

/** `/`: redirects to the user's account, else to their station, else (portal admins) to the accounts, else shows a welcome. */
export const HomeScreen = () => {
  const { data: accounts } = useSuspenseQuery(myAccountsQuery);
  const { data: stations } = useSuspenseQuery(myStationsQuery);
  const { data: me } = useSuspenseQuery(meQuery);
  const account = accounts.find(({ key }) => key === recentAccount()) ?? accounts[0];
  const [station] = account ? [] : stations;
  const [accountKey, stationKey] = [account?.key ?? station?.account_key, station?.key];
  if (accountKey !== undefined && stationKey !== undefined)
    return <Redirect to="/accounts/$accountKey/stations/$stationKey" params={{ accountKey, stationKey }} />;
  if (accountKey !== undefined) return <Redirect to="/accounts/$accountKey" params={{ accountKey }} />;
  return isPortalAdmin(me) ? <AdminHome /> : <Welcome />;
};

const AdminHome = () => {
  const { data } = useSuspenseQuery(accountSearchQuery(''));
  return data.total > 0 ? <Redirect to="/accounts" /> : <Welcome />;
};

const Welcome = () => {
  usePageTitle('Welcome');
  return (
    <>
      <PostsLine />
      <Surface>
        <EmptyState
          icon={<IconBuildingBroadcastTower size={32} />}
          title={`Welcome to ${brand.name}`}
          action={
            <Button size="md" component={Link} to={brand.flags.onboarding ? '/onboarding/account' : '/accounts/create'}>
              Create your account
            </Button>
          }
        >
          An account holds your stations, team and statistics. Create one, add a station, drop in your music, and you
          are on the air in a few minutes. If you were invited to an account, open the link in the invitation instead.
        </EmptyState>
      </Surface>
    </>
  );
};
