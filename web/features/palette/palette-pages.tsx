import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconDashboard, IconStar } from '@tabler/icons-react';
import { wording } from '#brand/wording.ts';
import { offersRoute } from '#web/lib/brand-routes.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;
type Actions = SpotlightActionGroupData['actions'];

const pages: readonly (readonly [path: string, label: string])[] = [
  ['/portal', 'Portal dashboard'],
  ['/portal/accounts', 'Portal: accounts'],
  ['/portal/stations', 'Portal: stations'],
  ['/portal/podcasts', `Portal: ${wording.podcasts}`],
  ['/portal/people', 'Portal: people'],
  ['/portal/settings', 'General settings'],
  ['/portal/notifications', 'Notifications'],
  ['/portal/changelog', 'Changelog'],
  ['/portal/posts', 'Posts'],
  ['/portal/posts/create', 'New post'],
  ['/portal/ads-settings', `${wording.Podcast} Ads Settings`],
  ['/portal/ad-requests', 'Advertising requests'],
  ['/portal/ad-servers', 'Ad servers'],
  ['/portal/partners', 'Partners'],
  ['/portal/promo-codes', 'Promo codes'],
  ['/portal/payments', 'Payments'],
  ['/portal/audit', 'Audit log'],
];

/** The pages of the portal area, for portal administrators. */
export const portalPages = (go: Go): Actions =>
  pages
    .filter(([path]) => offersRoute(path))
    .map(([path, label]) => ({ id: path, label, leftSection: <IconDashboard {...icon} />, onClick: go(path) }));

/** The pages that the user starred. */
export const starredPages = (starred: readonly { path: string; title: string }[], go: Go): Actions =>
  starred.map(({ path, title }) => ({
    id: `starred.${path}`,
    label: title,
    leftSection: <IconStar {...icon} />,
    onClick: go(path),
  }));
