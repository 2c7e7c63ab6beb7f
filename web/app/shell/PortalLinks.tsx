import {
  IconAd2,
  IconBuilding,
  IconBuildingBroadcastTower,
  IconChartAreaLine,
  IconCreditCardPay,
  IconDashboard,
  IconFileInvoice,
  IconHeartHandshake,
  IconHistory,
  IconMicrophone2,
  IconNews,
  IconNotification,
  IconPhone,
  IconSettings,
  IconShieldSearch,
  IconServer2,
  IconSpeakerphone,
  IconTicket,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { wording } from '#brand/wording.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';
import classes from './Navigation.module.css';

type Entry = readonly [path: string, name: string, icon: typeof IconAd2];
const entries: readonly Entry[] = [
  ['/portal', 'Portal dashboard', IconDashboard],
  ['/portal/analytics', 'Portal analytics', IconChartAreaLine],
  ['/portal/accounts', 'Accounts', IconBuilding],
  ['/portal/stations', 'All stations', IconBuildingBroadcastTower],
  ['/portal/podcasts', `All ${wording.podcasts}`, IconMicrophone2],
  ['/portal/people', 'People', IconUsers],
  ['/portal/settings', 'General settings', IconSettings],
  ['/portal/notifications', 'Notifications', IconNotification],
  ['/portal/changelog', 'Changelog', IconHistory],
  ['/portal/posts', 'Posts', IconNews],
  ['/portal/ads-settings', `${wording.Podcast} Ads Settings`, IconAd2],
  ['/portal/ad-requests', 'Advertising requests', IconSpeakerphone],
  ['/portal/ad-invoices', 'Advertising invoices', IconFileInvoice],
  ['/portal/ad-servers', 'Ad servers', IconServer2],
  ['/portal/ctl', 'Call-to-listen', IconPhone],
  ['/portal/partners', 'Partners', IconHeartHandshake],
  ['/portal/promo-codes', 'Promo codes', IconTicket],
  ['/portal/payments', 'Payments', IconCreditCardPay],
  ['/portal/audit', 'Audit log', IconShieldSearch],
];

/** The pages of the portal area, for portal administrators (spec §2). */
export const PortalLinks = () => (
  <>
    <div className={classes.heading}>Portal</div>
    {entries
      .filter(([path]) => offersRoute(path))
      .map(([path, name, Icon]) => (
        <Link
          key={path}
          to={path as '/'}
          className={classes.item}
          activeOptions={{ exact: path === '/portal', includeSearch: false }}
        >
          <Icon size={19} aria-hidden />
          {name}
        </Link>
      ))}
  </>
);
