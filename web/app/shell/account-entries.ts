import {
  IconBuildingBroadcastTower,
  IconChartAreaLine,
  IconCode,
  IconCoins,
  IconCreditCard,
  IconLayoutDashboard,
  IconMicrophone2,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import { wording } from '#brand/wording.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';

/** An entry of the navigation: `path` follows `/accounts/{accountKey}`, and `page` is the first of its pages if that is another. */
type AccountEntry = { path: string; page?: string; name: string; Icon: typeof IconCode };

/** The pages of an account, for those who may read the account. */
export const accountEntries: readonly AccountEntry[] = (
  [
    { path: '', name: 'Dashboard', Icon: IconLayoutDashboard },
    { path: '/stations', name: 'Stations', Icon: IconBuildingBroadcastTower },
    { path: '/podcasts', name: wording.Podcasts, Icon: IconMicrophone2 },
    { path: '/people', name: 'Team', Icon: IconUsers },
    { path: '/analytics', page: '/analytics/streaming', name: 'Analytics', Icon: IconChartAreaLine },
    { path: '/embedding', page: '/embedding/players', name: 'Players', Icon: IconCode },
    { path: '/microsite', name: 'Microsite', Icon: IconWorld },
    { path: '/advertising', name: 'Advertising', Icon: IconSpeakerphone },
    { path: '/finance', name: 'Finance', Icon: IconCoins },
    { path: '/upgrade', name: 'Plan', Icon: IconCreditCard },
    { path: '/subscriptions', name: 'Subscriptions', Icon: IconReceipt },
    { path: '/settings', name: 'Settings', Icon: IconSettings },
  ] satisfies AccountEntry[]
).filter(({ path }) => offersRoute(`/accounts/$accountKey${path}`));
