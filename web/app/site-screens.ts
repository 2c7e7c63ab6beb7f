import { createRoute, redirect } from '@tanstack/react-router';
import { EditorSearch } from '#web/features/sites/editor-search.ts';
import { account } from './account-screens.ts';
import { frame, screen } from './screen.ts';

/* The microsite of an account. */

const layout = frame({
  parent: account,
  path: 'microsite',
  load: () => import('#web/features/sites/SiteFrame.tsx'),
  name: 'SiteFrame',
  title: 'Microsite',
  may: 'account.readSite',
  flag: 'microsite',
  nav: { of: 'account', icon: 'world' },
});

const index = createRoute({
  getParentRoute: () => layout,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/microsite/editor', params, replace: true });
  },
});

const editor = screen({
  parent: layout,
  path: 'editor',
  load: () => import('#web/features/sites/SiteEditorScreen.tsx'),
  name: 'SiteEditorScreen',
  title: 'Editor',
  may: 'account.readSite',
  search: EditorSearch,
  calls: [
    'accounts.get',
    'sites.get',
    'sites.save',
    'sites.preview',
    'sites.publish',
    'sites.unpublish',
    'sites.versions',
    'sites.restore',
    'sites.addImage',
    'accounts.stations',
    'podcasts.list',
    'players.list',
  ],
});

const domains = screen({
  parent: layout,
  path: 'domains',
  load: () => import('#web/features/sites/DomainsScreen.tsx'),
  name: 'DomainsScreen',
  title: 'Domains & ads.txt',
  may: 'account.readSite',
  calls: [
    'accounts.get',
    'sites.get',
    'sites.addDomain',
    'sites.checkDomain',
    'sites.removeDomain',
    'sites.adsTxt',
    'sites.save',
  ],
});

export const sitePages = layout.addChildren([index, editor, domains]);
