import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconDashboard, IconStar } from '@tabler/icons-react';
import { brand } from '#brand/brand.ts';
import { wording } from '#brand/wording.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;
type Actions = SpotlightActionGroupData['actions'];

const { portalContent, podcastAds, advertising, partners, subscriptions } = brand.flags;
const pages: readonly (readonly [path: string, label: string, isEnabled?: boolean])[] = [
  ['/portal', 'Portal dashboard'],
  ['/portal/accounts', 'Portal: accounts'],
  ['/portal/stations', 'Portal: stations'],
  ['/portal/podcasts', `Portal: ${wording.podcasts}`],
  ['/portal/people', 'Portal: people'],
  ['/portal/settings', 'General settings'],
  ['/portal/notifications', 'Notifications', portalContent],
  ['/portal/changelog', 'Changelog', portalContent],
  ['/portal/posts', 'Posts', portalContent],
  ['/portal/posts/create', 'New post', portalContent],
  ['/portal/ads-settings', `${wording.Podcast} Ads Settings`, podcastAds],
  ['/portal/ad-requests', 'Advertising requests', advertising],
  ['/portal/ad-servers', 'Ad servers', advertising],
  ['/portal/partners', 'Partners', partners],
  ['/portal/promo-codes', 'Promo codes', subscriptions],
  ['/portal/payments', 'Payments', subscriptions],
  ['/portal/audit', 'Audit log'],
];

/** The pages of the portal area, for portal administrators. */
export const portalPages = (go: Go): Actions =>
  pages
    .filter(([, , isEnabled = true]) => isEnabled)
    .map(([path, label]) => ({ id: path, label, leftSection: <IconDashboard {...icon} />, onClick: go(path) }));

/** The pages that the user starred. */
export const starredPages = (starred: readonly { path: string; title: string }[], go: Go): Actions =>
  starred.map(({ path, title }) => ({
    id: `starred.${path}`,
    label: title,
    leftSection: <IconStar {...icon} />,
    onClick: go(path),
  }));
