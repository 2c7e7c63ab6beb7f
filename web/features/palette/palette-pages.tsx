import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { IconDashboard, IconStar } from '@tabler/icons-react';
import { isOfferedPage, type Pages } from '#web/lib/pages.ts';
import { portalWords } from './page-words.ts';
import { pagesBelow } from './pages-below.ts';

const icon = { size: 20, 'aria-hidden': true } as const;
type Go = (path: string) => () => void;
type Actions = SpotlightActionGroupData['actions'];

/** The pages of the portal area that this brand has, for portal administrators. */
export const portalPages = (pages: Pages, go: Go): Actions =>
  pagesBelow(pages, '/portal', portalWords)
    .filter(({ route }) => isOfferedPage(pages.get(route)?.flag))
    .map(({ route, label, keywords = [] }) => ({
      ...{ id: route, label, keywords: [...keywords] },
      ...{ leftSection: <IconDashboard {...icon} />, onClick: go(route) },
    }));

/** The pages that the user starred. */
export const starredPages = (starred: readonly { path: string; title: string }[], go: Go): Actions =>
  starred.map(({ path, title }) => ({
    id: `starred.${path}`,
    label: title,
    leftSection: <IconStar {...icon} />,
    onClick: go(path),
  }));
