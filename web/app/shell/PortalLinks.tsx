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
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';
import classes from './Navigation.module.css';

const { portalContent, podcastAds, advertising, partners, subscriptions } = brand.flags;

type Entry = readonly [path: string, name: string, icon: typeof IconAd2, isEnabled?: boolean];
const entries: readonly Entry[] = [
  ['/portal', 'Portal dashboard', IconDashboard],
  ['/portal/analytics', 'Portal analytics', IconChartAreaLine],
  ['/portal/accounts', 'Accounts', IconBuilding],
  ['/portal/stations', 'All stations', IconBuildingBroadcastTower],
  ['/portal/podcasts', `All ${wording.podcasts}`, IconMicrophone2],
  ['/portal/people', 'People', IconUsers],
  ['/portal/settings', 'General settings', IconSettings],
  ['/portal/notifications', 'Notifications', IconNotification, portalContent],
  ['/portal/changelog', 'Changelog', IconHistory, portalContent],
  ['/portal/posts', 'Posts', IconNews, portalContent],
  ['/portal/ads-settings', `${wording.Podcast} Ads Settings`, IconAd2, podcastAds],
  ['/portal/ad-requests', 'Advertising requests', IconSpeakerphone, advertising],
  ['/portal/ad-invoices', 'Advertising invoices', IconFileInvoice, advertising],
  ['/portal/ad-servers', 'Ad servers', IconServer2, advertising],
  ['/portal/ctl', 'Call-to-listen', IconPhone],
  ['/portal/partners', 'Partners', IconHeartHandshake, partners],
  ['/portal/promo-codes', 'Promo codes', IconTicket, subscriptions],
  ['/portal/payments', 'Payments', IconCreditCardPay, subscriptions],
  ['/portal/audit', 'Audit log', IconShieldSearch],
];

/** The pages of the portal area, for portal administrators (spec §2). */
export const PortalLinks = () => (
  <>
    <div className={classes.heading}>Portal</div>
    {entries
      .filter(([, , , isEnabled = true]) => isEnabled)
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
