import { createRoute, redirect } from '@tanstack/react-router';
import { EditorSearch } from '#web/features/sites/editor-search.ts';
import { account } from './account-routes.tsx';
import { screen } from './shell-route.tsx';

/* The microsite of an account. */

const frame = createRoute({
  getParentRoute: () => account,
  path: 'microsite',
  component: screen(() => import('#web/features/sites/SiteFrame.tsx'), 'SiteFrame'),
});
const index = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/accounts/$accountKey/microsite/editor', params, replace: true });
  },
});
const editor = createRoute({
  getParentRoute: () => frame,
  path: 'editor',
  validateSearch: EditorSearch,
  component: screen(() => import('#web/features/sites/SiteEditorScreen.tsx'), 'SiteEditorScreen'),
});
const domains = createRoute({
  getParentRoute: () => frame,
  path: 'domains',
  component: screen(() => import('#web/features/sites/DomainsScreen.tsx'), 'DomainsScreen'),
});

export const sitePages = [frame.addChildren([index, editor, domains])] as const;
