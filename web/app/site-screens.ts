import type { Screen } from './station-screens.ts';

/** The screens of an account's microsite. */
export const siteScreens: readonly Screen[] = [
  {
    route: '/accounts/{accountKey}/microsite',
    file: 'web/features/sites/SiteFrame.tsx',
    endpoints: ['accounts.get'],
  },
  {
    route: '/accounts/{accountKey}/microsite/editor',
    file: 'web/features/sites/SiteEditorScreen.tsx',
    endpoints: [
      ...(['sites.get', 'sites.save', 'sites.preview', 'sites.publish', 'sites.unpublish'] as const),
      ...(['sites.versions', 'sites.restore', 'sites.addImage'] as const),
      ...(['accounts.stations', 'podcasts.list', 'players.list'] as const),
    ],
  },
  {
    route: '/accounts/{accountKey}/microsite/domains',
    file: 'web/features/sites/DomainsScreen.tsx',
    endpoints: [
      'sites.get',
      'sites.addDomain',
      'sites.checkDomain',
      'sites.removeDomain',
      'sites.adsTxt',
      'sites.save',
    ],
  },
];
